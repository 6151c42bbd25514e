//! Priority and processors of the wire's thread.

use std::thread;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use thread_priority::unix::{
    RealtimeThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
    thread_native_id,
};
use thread_priority::{ThreadPriority, ThreadPriorityValue};

/// Real-time priority, as a crossplatform value.
const PRIORITY: u8 = 50;

/// The calling thread, for the kernel's calls about affinity.
const THIS_THREAD: Pid = Pid::from_raw(0);

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

/// Processors that the present thread may use, one after another.
///
/// A thread with real-time priority that hardly sleeps keeps the other threads of its processor from running, so the kernel
/// stops it for up to 50 ms in each second.
#[derive(Debug)]
pub struct Processors {
    all: CpuSet,
    ids: Vec<usize>,
    present: usize,
}

impl Processors {
    /// Finds those of the present thread, or none if the kernel does not say.
    #[must_use]
    pub fn of_this_thread() -> Self {
        let all = sched_getaffinity(THIS_THREAD).unwrap_or_default();
        let ids = (0..CpuSet::count())
            .filter(|&id| all.is_set(id).unwrap_or(false))
            .collect();
        Self {
            all,
            ids,
            present: 0,
        }
    }

    /// Moves the thread to the next processor, where it stays until the kernel has a reason to move it. A refusal changes
    /// nothing.
    pub fn take_next(&mut self) {
        self.present = (self.present + 1) % self.ids.len().max(1);
        let mut next = CpuSet::new();
        let moved = self.ids.get(self.present).is_some_and(|&id| {
            next.set(id).is_ok() && sched_setaffinity(THIS_THREAD, &next).is_ok()
        });
        if moved {
            let _ = sched_setaffinity(THIS_THREAD, &self.all);
        }
    }
}
