//! A CSV file that the gradebook of Canvas imports.

use super::csv::{Cell, push};
use crate::domain::graded::Graded;
use crate::render::phrase::points;

/// The row that says what an assignment is worth; Canvas knows it by these words.
const POSSIBLE: &str = "Points Possible";

/// The assignment of a gradebook that the scores go to.
#[derive(Clone, Debug, PartialEq)]
pub struct CanvasAssignment {
    /// The title as the gradebook has it, with the number in parentheses where it is known, such as
    /// `Audit (4711)`; Canvas proposes a new assignment for a title that it does not know.
    pub title: String,
    /// What it is worth, above 0. An overall score of 5 is all of it.
    pub points: f64,
}

/// The scores that stand, as Canvas imports them: `Student`, `ID`, `SIS Login ID`, `Section`, and the
/// assignment, with a row of possible points. Canvas finds a student by the number, then by the login,
/// then by the name; a submission without a student's login has its own id there.
///
/// A submission without a grade has no row, because an empty cell would delete a grade that the
/// gradebook holds.
#[must_use]
pub fn canvas_csv(class: &[Graded], assignment: &CanvasAssignment) -> String {
    let mut table = String::new();
    let head = ["Student", "ID", "SIS Login ID", "Section"].map(Cell::text);
    let head: Vec<Cell> = head.into_iter().chain([Cell::text(&assignment.title)]).collect();
    push(&mut table, &head);
    let possible = Cell::Number(points(assignment.points));
    push(&mut table, &[Cell::text(POSSIBLE), Cell::Empty, Cell::Empty, Cell::Empty, possible]);
    for one in class {
        let Some(overall) = one.grade() else { continue };
        let student = one.student.clone().unwrap_or_default();
        // A name with these words would be taken for the row above.
        let name = Some(student.name).filter(|name| !name.contains(POSSIBLE));
        // Canvas reads a number as far as its digits go, so that `12x` would be somebody else.
        let is_number = |number: &String| number.bytes().all(|b| b.is_ascii_digit());
        let login = Some(student.login).filter(|login| !login.trim().is_empty());
        push(
            &mut table,
            &[
                name.map_or(Cell::Empty, Cell::Text),
                Some(student.number).filter(is_number).map_or(Cell::Empty, Cell::Number),
                Cell::Text(login.unwrap_or_else(|| one.id.to_string())),
                Cell::Text(student.section),
                Cell::Number(points(overall / 5.0 * assignment.points)),
            ],
        );
    }
    table
}
