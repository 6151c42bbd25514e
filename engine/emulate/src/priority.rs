//! Priority of the wire's thread.

use std::thread;

use thread_priority::unix::{
    RealtimeThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
    thread_native_id,
};
use thread_priority::{ThreadPriority, ThreadPriorityValue};

/// Real-time priority, as a crossplatform value.
const PRIORITY: u8 = 50;

/// Lets the present thread run before all ordinary ones (`SCHED_FIFO`), which only root may. Returns whether it may.
#[must_use]
pub fn raise() -> bool {
    // On a single processor it would keep the hosts from sending.
    if thread::available_parallelism().is_ok_and(|it| it.get() < 2) {
        return false;
    }
    let policy = ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::Fifo);
    ThreadPriorityValue::try_from(PRIORITY).is_ok_and(|priority| {
        let priority = ThreadPriority::Crossplatform(priority);
        set_thread_priority_and_policy(thread_native_id(), priority, policy).is_ok()
    })
}
