//! Studies, models, advice, figures and plans for real hosts for JavaScript. There is no logic of its own here.
//!
//! A module apart from the engine of the Lab (`engine/wasm`): a page that shows one run loads three quarters of the code.
//! Documents are passed as JSON text. A panic traps and ends the instance; the page starts a new worker.

mod advise;
mod hosts;
mod models;
mod papers;
mod study;
