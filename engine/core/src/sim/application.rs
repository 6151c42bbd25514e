//! Application of a TCP flow during a run: its session and the order that it sends.
//!
//! A stream without end that begins with its flow, the most frequent case, needs none of this; see
//! [`TcpFlow::application`](super::flow::TcpFlow::application).

use std::collections::VecDeque;

use super::replay::ReplayedConnection;
use super::team::Membership;
use crate::apps::{Next, Order, Session, Transfer, Workload};
use crate::rng::Rng;
use crate::time::Time;

/// Application of a TCP flow with its own random stream.
#[derive(Clone, Debug)]
pub struct Application {
    /// Workload session, which decides what is sent next and when.
    pub session: Session,
    /// Random stream of the session.
    pub rng: Rng,
    /// Data to send over the next connection.
    pub order: Option<Order>,
    /// Current or last transfer; `None` for an endless stream.
    pub transfer: Option<Transfer>,
    /// Retransmissions before this connection.
    pub repeated_before: u64,
    /// One past the last segment number of the current order, if it has an end.
    pub ends: u64,
    /// Number of completed orders of the partner that the session has not handled yet.
    pub partner_orders: u32,
    /// Place in a team, if the session waits for the flows of its team at times.
    pub team: Option<Membership>,
    /// Time at which the application writes its next segment; [`Time::NEVER`] if it does not write.
    pub writes_at: Time,
    /// Segments of a stream that are not yet delivered in order, with the times at which they were written.
    pub written: VecDeque<(u64, Time)>,
    /// Path of the connection that the flow replays.
    pub replayed: Option<Box<ReplayedConnection>>,
}

impl Application {
    /// Creates an application whose session has requested `order`.
    #[must_use]
    pub fn new(session: Session, order: Option<Order>, rng: Rng) -> Application {
        Application {
            session,
            rng,
            order,
            transfer: None,
            repeated_before: 0,
            ends: u64::MAX,
            partner_orders: 0,
            team: None,
            writes_at: Time::NEVER,
            written: VecDeque::new(),
            replayed: None,
        }
    }

    /// Creates the application of flow `index` of its group, which begins at `now`; `rng_of_flow` is the random stream
    /// of the flow. `None` for a stream without end.
    pub(super) fn beginning(
        workload: &Workload,
        index: u32,
        now: Time,
        rng_of_flow: &mut Rng,
        rng: impl FnOnce() -> Rng,
    ) -> Option<Box<Application>> {
        if matches!(workload, Workload::Endless(_)) {
            return None;
        }
        let mut session = workload.start(index);
        let order = match session.begin(now, rng_of_flow) {
            Next::Send(order) => Some(order),
            Next::AwaitArrival | Next::AwaitPartner | Next::AwaitTeam | Next::Done => None,
        };
        Some(Box::new(Application::new(session, order, rng())))
    }

    /// Applies the next request of the session; while it waits for its partner, handles the partner's completed
    /// orders.
    pub fn resolve(&mut self, now: Time, mut next: Next) -> Next {
        while next == Next::AwaitPartner && self.partner_orders > 0 {
            self.partner_orders -= 1;
            next = self.session.on_partner_done(now, &mut self.rng);
        }
        match next {
            Next::Send(order) => self.order = Some(order),
            Next::AwaitArrival | Next::AwaitPartner | Next::AwaitTeam => self.order = None,
            Next::Done => {}
        }
        next
    }

    /// Begins the next session.
    pub fn begin(&mut self, now: Time) -> Next {
        self.session.begin(now, &mut self.rng)
    }
}
