//! Request and response: users on the other side send requests, servers of the group answer, and both directions of
//! the network carry data.
//!
//! A group of servers has as many users, one for each: the group of the scenario sends the responses along its
//! path; the users send the requests on the reverse path, over the group's links reversed. A user sends a request,
//! waits for the complete response, thinks, and sends the next request. Requests and responses are connections of
//! their own, and a server's window is not kept between them, unless connections are persistent. Source: the closed loop of vishwanath-2011 Section VI,
//! with its other half added; RFC 2616 Section 8.1 (a connection for each request).
//!
//! Deviations from two ends of one TCP connection: the response does not acknowledge the request, so both
//! directions carry pure acknowledgments too; and only the request begins with a SYN, if the group has handshakes.

use super::{App, Next, Order, Partners, SIZE_BYTES, Size};
use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::parameters;
use crate::time::{Span, Time};

parameters! {
    /// Each flow is a server with one user on the other side. The user sends a request, waits for the response, thinks,
    /// and sends the next request. Responses follow the path of the group, requests the reverse path.
    #[section("workload.request_response", "Request and response",
        source: "vishwanath-2011 Section VI (closed loop); RFC 2616 Section 8.1")]
    pub struct Params {
        /// Size of a request, drawn anew for each request.
        request_bytes: Distribution = 500.0, "Request size", Bytes, SIZE_BYTES.kind(), [live],

        /// Size of a response, drawn anew for each response.
        response_bytes: Distribution = Json(r#"{"pareto":[100000.0,1.5]}"#), "Response size", Bytes, SIZE_BYTES.kind(),
            [live, source: "vishwanath-2011 Section VI"],

        /// Time from the end of a response to the next request, drawn anew each time.
        think_s: Distribution = Json(r#"{"exponential":1.0}"#), "Think time", Seconds, THINK_S.kind(),
            [live, source: "vishwanath-2011 Section VI"],

        /// If on, a user and its server use one connection, whose windows are kept. "Window after idle time" then
        /// decides how fast a response begins. If off, each request opens a new connection.
        persistent: bool = false, "Keep the connection", [live, source: "RFC 9112 Section 9.3"],
    } and {
        /// Whether these are the users, and not the servers.
        #[serde(skip)]
        pub asks: bool,
    }
}

/// Range of the think time, seconds.
const THINK_S: Range = Range { min: 0.0, max: 1e6 };

/// Session of a user or a server during a run.
#[derive(Clone, Debug)]
pub struct RequestResponse {
    params: Params,
    /// Position of the next size and of the think time before it, in their lists.
    turn: usize,
    /// Whether a user waits for a response.
    has_asked: bool,
    /// Whether it has sent over the present connection.
    is_open: bool,
}

impl App for RequestResponse {
    type Params = Params;

    fn listed(params: &Params) -> usize {
        params.request_bytes.listed() + params.response_bytes.listed() + params.think_s.listed()
    }

    fn new(params: &Params, index: u32) -> RequestResponse {
        RequestResponse {
            params: params.clone(),
            turn: index as usize,
            has_asked: false,
            is_open: false,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    /// Returns the request of a user. A user that already waits for a response continues to wait.
    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
        if !self.params.asks || self.has_asked {
            return Next::AwaitPartner;
        }
        self.has_asked = true;
        self.send(now, rng)
    }

    fn on_delivered(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitPartner
    }

    /// Returns the response of a server at once, or the next request of a user after its think time.
    fn on_partner_done(&mut self, now: Time, rng: &mut Rng) -> Next {
        if !self.params.asks {
            return self.send(now, rng);
        }
        self.has_asked = true;
        let think_s = (self.params.think_s).value(self.turn, rng.uniform(), THINK_S);
        self.send(now + Span::from_s(think_s), rng)
    }

    fn partners(params: &Params) -> Option<(&'static str, Params)> {
        let asks = true;
        Some((
            Partners::REQUESTS,
            Params {
                asks,
                ..params.clone()
            },
        ))
    }
}

impl RequestResponse {
    fn send(&mut self, at: Time, rng: &mut Rng) -> Next {
        let sizes = if self.params.asks {
            &self.params.request_bytes
        } else {
            &self.params.response_bytes
        };
        let bytes = sizes.value(self.turn, rng.uniform(), SIZE_BYTES) as u64;
        self.turn = self.turn.wrapping_add(1);
        let is_open = std::mem::replace(&mut self.is_open, true);
        Next::Send(Order {
            reuses_connection: self.params.persistent && is_open,
            ..Order::new(at, Size::Bytes(bytes))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Params {
        serde_json::from_str(
            r#"{"request_bytes":{"list":[100,200]},"response_bytes":{"list":[10,20,30]},"think_s":{"list":[1,5]},
                "persistent":false}"#,
        )
        .expect("these are parameters")
    }

    #[test]
    fn a_user_asks_hears_thinks_and_asks_while_its_server_answers() {
        let mut rng = Rng::for_component(1, "request-response", 0);
        let (_, asking) = RequestResponse::partners(&params()).expect("it has partners");
        let mut user = RequestResponse::new(&asking, 0);
        let mut server = RequestResponse::new(&params(), 0);
        let sent = |at, bytes| Next::Send(Order::new(Time::from_s(at), Size::Bytes(bytes)));
        assert_eq!(server.begin(Time::ZERO, &mut rng), Next::AwaitPartner);
        assert_eq!(user.begin(Time::ZERO, &mut rng), sent(0.0, 100));
        assert_eq!(user.begin(Time::from_s(0.5), &mut rng), Next::AwaitPartner);
        assert_eq!(
            server.on_partner_done(Time::from_s(2.0), &mut rng),
            sent(2.0, 10)
        );
        assert_eq!(
            user.on_delivered(Time::from_s(3.0), &mut rng),
            Next::AwaitPartner
        );
        // The second thinking is the second entry.
        assert_eq!(
            user.on_partner_done(Time::from_s(4.0), &mut rng),
            sent(9.0, 200)
        );
        assert_eq!(
            server.on_partner_done(Time::from_s(10.0), &mut rng),
            sent(10.0, 20)
        );
    }
}
