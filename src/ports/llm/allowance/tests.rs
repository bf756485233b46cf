use super::*;
use crate::domain::chat::{FinishReason, Message, Role};

/// A model that takes a second and uses 100 tokens.
struct Plain;

#[async_trait]
impl ChatModel for Plain {
    async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let usage = Usage { prompt_tokens: 60, completion_tokens: 40, ..Usage::default() };
        let (text, finish) = (String::new(), FinishReason::Stop);
        Ok(ChatReply { text, finish, refusal: None, usage, model: None, stand_in: None })
    }
}

/// A call that may use 110 tokens.
fn asked() -> ChatRequest {
    ChatRequest {
        model: "gpt-4.1-mini".into(),
        messages: vec![Message::new(Role::User, "x".repeat(190))],
        schema: None,
        max_output_tokens: 50,
        seed: 0,
    }
}

/// How many of twelve calls, made three at a time, are answered within the caps.
async fn answered(caps: Caps) -> (usize, Usage) {
    let allowance = Allowance::new(Arc::new(Plain), Prices::own(), caps);
    let request = asked();
    let mut answered = 0;
    for _ in 0..4 {
        let ask = || allowance.complete(&request);
        let (a, b, c) = tokio::join!(ask(), ask(), ask());
        answered += [a, b, c].iter().filter(|reply| reply.is_ok()).count();
    }
    (answered, allowance.used().0)
}

#[tokio::test(start_paused = true)]
async fn no_call_is_made_that_could_go_beyond_a_cap() {
    assert_eq!(answered(Caps::default()).await.0, 12);
    let (calls, used) = answered(Caps { tokens: Some(520), ..Caps::default() }).await;
    assert_eq!((calls, used.tokens()), (5, 500), "a call may use 110 tokens and uses 100");
    let (calls, _) = answered(Caps { cost: Some(0.000_3), ..Caps::default() }).await;
    assert!((2..4).contains(&calls), "{calls} calls of about 0.0001 each");
    let caps = Caps { time: Some(Duration::from_millis(2_500)), ..Caps::default() };
    assert_eq!(answered(caps).await.0, 6, "what is under way at the deadline is given up");
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_what_is_set_aside_for_others() {
    // Five at once may use 550 tokens and use 500: the fifth waits for the first to come back.
    for (cap, answered) in [(510, 5), (500, 4)] {
        let caps = Caps { tokens: Some(cap), ..Caps::default() };
        let allowance = Allowance::new(Arc::new(Plain), Prices::own(), caps);
        let request = asked();
        let ask = || allowance.complete(&request);
        let replies = tokio::join!(ask(), ask(), ask(), ask(), ask());
        let replies = [replies.0, replies.1, replies.2, replies.3, replies.4];
        assert_eq!(replies.iter().filter(|reply| reply.is_ok()).count(), answered, "{cap}");
        assert_eq!(allowance.in_flight(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_at_the_gate_beyond_the_deadline() {
    use crate::domain::pace::PaceLimits;
    use crate::ports::llm::Gate;

    /// A server that asks everybody to come back in two minutes.
    struct Busy;

    #[async_trait]
    impl ChatModel for Busy {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            Err(ModelError::RateLimited { host: "h".into(), after_ms: Some(120_000) })
        }
    }

    let gate = Arc::new(Gate::new(Arc::new(Busy), "h", PaceLimits::default()));
    let caps = Caps { time: Some(Duration::from_secs(30)), ..Caps::default() };
    let (allowance, begun) = (Allowance::new(gate, Prices::own(), caps), Instant::now());
    assert!(matches!(allowance.complete(&asked()).await, Err(ModelError::RateLimited { .. })));
    let second = allowance.complete(&asked()).await;
    assert!(matches!(second, Err(ModelError::Spent { .. })), "{second:?}");
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_cut_off_counts_as_the_most_that_it_may_have_used() {
    use crate::domain::pace::PaceLimits;
    use crate::ports::llm::Gate;

    let limits = PaceLimits { in_flight: 1, ..PaceLimits::default() };
    let gate = || Arc::new(Gate::new(Arc::new(Plain), "h", limits));
    let time = |seconds| Caps { time: Some(Duration::from_secs_f64(seconds)), ..Caps::default() };
    let most = estimated_prompt_tokens(&asked()) + u64::from(asked().max_output_tokens);
    // The second waits for the first, and is under way at the deadline or has not begun.
    for (deadline, used, cut_off) in [(1.5, 100 + most, 1), (0.5, most, 1), (2.5, 200, 0)] {
        let allowance = Allowance::new(gate(), Prices::own(), time(deadline));
        let request = asked();
        let _ = tokio::join!(allowance.complete(&request), allowance.complete(&request));
        let (usage, cost) = allowance.used();
        assert_eq!((usage.tokens(), allowance.cut_off()), (used, cut_off), "{deadline}");
        assert_eq!(usage.estimated, cut_off > 0);
        assert!(cost > 0.0 && allowance.in_flight() == 0);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_turned_away_costs_nothing_and_what_broke_off_does() {
    use crate::domain::pace::PaceLimits;
    use crate::ports::llm::Gate;

    /// A server that fails so.
    struct Failing(ModelError);

    #[async_trait]
    impl ChatModel for Failing {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            Err(self.0.clone())
        }
    }

    let most = estimated_prompt_tokens(&asked()) + u64::from(asked().max_output_tokens);
    let host = || "h".to_owned();
    for (error, cut_off) in [
        (ModelError::RateLimited { host: host(), after_ms: None }, 0),
        (ModelError::Unreachable { host: host(), what: "refused".into() }, 0),
        (ModelError::TimedOut { host: host(), seconds: 60 }, 1),
        (ModelError::Severed { host: host() }, 1),
    ] {
        let gate = Arc::new(Gate::new(Arc::new(Failing(error)), "h", PaceLimits::default()));
        let allowance = Allowance::new(gate, Prices::own(), Caps::default());
        assert!(allowance.complete(&asked()).await.is_err());
        assert_eq!((allowance.cut_off(), allowance.used().0.tokens()), (cut_off, most * cut_off));
    }
}

#[tokio::test(start_paused = true)]
async fn an_audit_that_is_at_its_cap_leaves_the_others_alone() {
    use crate::domain::call::Errand;
    use crate::domain::task::Task;
    use crate::ports::llm::on_errand;
    let each = Caps { tokens: Some(220), ..Caps::default() };
    let allowance = Allowance::new(Arc::new(Plain), Prices::own(), Caps::default());
    let allowance = allowance.and_each(each);
    let request = ChatRequest {
        model: "gpt-4.1-mini".into(),
        messages: vec![Message::new(Role::User, "x".repeat(190))],
        schema: None,
        max_output_tokens: 50,
        seed: 0,
    };
    for audit in ["one", "other"] {
        let audit = AuditId::new(audit).unwrap();
        let mut answered = 0;
        for attempt in 1..=4 {
            let errand = Errand { audit: audit.clone(), task: Task::Look, attempt };
            let reply = on_errand(errand, allowance.complete(&request)).await;
            answered += usize::from(reply.is_ok());
        }
        assert_eq!(answered, 2, "a call may use 110 tokens and uses 100");
    }
    assert_eq!((allowance.used().0.tokens(), allowance.in_flight()), (400, 0));
}
