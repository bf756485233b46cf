//! Whether a model sees pictures: it is shown one and asked what is on it.

use super::{Endpoint, ModelError};
use crate::domain::chat::{ChatRequest, Message, Role};
use base64::Engine;
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// Side of the picture in pixels.
const SIDE: u32 = 96;

/// Shows `model` a green square. A model that cannot see guesses another colour, or its endpoint
/// refuses the picture.
///
/// # Errors
/// When the endpoint cannot be asked.
pub async fn sees(endpoint: &Endpoint, model: &str) -> Result<bool, ModelError> {
    let request = ChatRequest {
        model: model.to_owned(),
        messages: vec![Message {
            role: Role::User,
            text: "Which one colour fills this picture? Answer with one word.".to_owned(),
            pictures: vec![square()],
        }],
        schema: None,
        max_output_tokens: 1_024,
        seed: 0,
    };
    let dialect = endpoint.acquaint(model).await?.dialect;
    match endpoint.ask(&request, dialect, None).await {
        Ok(reply) => Ok(reply.text.to_lowercase().contains("green")),
        Err(ModelError::Rejected { .. }) => Ok(false),
        // Some servers call a picture that they cannot read a failure of their own.
        Err(ModelError::Server { what, .. }) if what.to_lowercase().contains("image") => Ok(false),
        Err(error) => Err(error),
    }
}

fn square() -> String {
    let mut png = Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(SIDE, SIDE, Rgb([20, 160, 60]));
    picture.write_to(&mut png, ImageFormat::Png).expect("a small picture fits into memory");
    base64::engine::general_purpose::STANDARD.encode(png.into_inner())
}
