//! Network namespaces that only this program uses, and their end.
//!
//! The program starts itself again as the first process of a new process namespace, with network and mount namespaces
//! of its own. When that process ends, however it ends, the kernel ends all other processes of the namespace; and when
//! the last process and the last open file of a network namespace are gone, it removes its interfaces. So nothing is left
//! behind, even if a process is killed. The outer process only passes signals on; if it is killed, the kernel kills the
//! inner one (`PR_SET_PDEATHSIG`).
//!
//! Without root, a user namespace gives the rights that this needs inside, where the user then has the name `root`.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getegid, geteuid};

use crate::Failure;

/// Variable by which the inner process knows that it is one: the number of the outer process, and the file number of its
/// network namespace.
pub(crate) const OUTER: &str = "BUFFERLAB_EMULATE_OUTER";

/// Time between two looks at the inner process and at signals.
const LOOK: Duration = Duration::from_millis(20);

/// A network namespace, which lasts as long as this value or a process inside.
#[derive(Debug)]
pub struct Namespace(File);

impl Namespace {
    /// Makes a network namespace without interfaces.
    ///
    /// # Errors
    /// Missing rights, or no memory.
    pub fn new() -> Result<Namespace, Failure> {
        on_thread(|| {
            unshare(CloneFlags::CLONE_NEWNET)
                .map_err(|error| refused("make a network namespace", error))?;
            File::open("/proc/thread-self/ns/net")
                .map(Namespace)
                .map_err(|error| Failure::run("cannot open the new network namespace", error))
        })?
    }

    /// Runs `work` on a thread inside the namespace. Sockets that it makes stay there, and so do processes.
    ///
    /// # Errors
    /// Missing rights, and no thread.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        on_thread(|| self.enter().map(|()| work()))?
    }

    /// Moves the present thread into the namespace.
    ///
    /// # Errors
    /// Missing rights.
    pub fn enter(&self) -> Result<(), Failure> {
        setns(&self.0, CloneFlags::CLONE_NEWNET)
            .map_err(|error| refused("enter a network namespace", error))
    }

    /// Returns a second handle of the same namespace.
    ///
    /// # Errors
    /// Too many open files.
    pub fn again(&self) -> Result<Namespace, Failure> {
        let file = self.0.try_clone();
        file.map(Namespace)
            .map_err(|error| Failure::run("cannot keep a network namespace open", error))
    }

    /// File of the namespace, for the kernel to put interfaces into it.
    pub(crate) fn file(&self) -> &File {
        &self.0
    }
}

/// Runs `work` on a thread of its own, so that a change of the namespace ends with it.
fn on_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .spawn_scoped(scope, work)
            .map_err(|error| Failure::run("cannot start a thread", error))?;
        thread
            .join()
            .map_err(|_| Failure::Run("a thread of the emulation has panicked".to_owned()))
    })
}

/// Returns whether this process is the inner one, which [`start_inside`] has started.
#[must_use]
pub fn is_inside() -> bool {
    std::process::id() == 1
        && outer().is_some_and(|(_, namespace)| own_namespace() != Some(namespace))
}

fn outer() -> Option<(u32, u64)> {
    let text = env::var(OUTER).ok()?;
    let (process, namespace) = text.split_once(' ')?;
    Some((process.parse().ok()?, namespace.parse().ok()?))
}

/// File number of the network namespace of this process.
fn own_namespace() -> Option<u64> {
    fs::metadata("/proc/self/ns/net").ok().map(|it| it.ino())
}

/// Starts the program again in new namespaces, with the same arguments, and waits for its end. SIGINT and SIGTERM of the
/// outer process reach the inner one as SIGTERM. Returns its exit code.
///
/// Call it before any thread is started: the kernel makes user namespaces only for processes with one thread.
///
/// # Errors
/// Missing rights, with what is missing.
pub fn start_inside(arguments: impl IntoIterator<Item = OsString>) -> Result<u8, Failure> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stopped))
            .map_err(|error| Failure::run("cannot handle signals", error))?;
    }
    let outer = format!(
        "{} {}",
        std::process::id(),
        own_namespace().unwrap_or_default()
    );
    separate()?;
    let mut inner = Command::new("/proc/self/exe")
        .arg0(env::args_os().next().unwrap_or_default())
        .args(arguments)
        .env(OUTER, outer)
        .spawn()
        .map_err(|error| Failure::run("cannot start the program in its namespaces", error))?;
    loop {
        let ended = inner
            .try_wait()
            .map_err(|error| Failure::run("cannot wait for the process inside", error))?;
        if let Some(status) = ended {
            return exit_code(status);
        }
        // Again and again: the inner process hears nothing before it has begun to listen.
        if stopped.load(Ordering::Relaxed)
            && let Ok(process) = i32::try_from(inner.id())
        {
            // If it has just ended, the next look finds its exit code.
            let _ = kill(Pid::from_raw(process), Signal::SIGTERM);
        }
        thread::sleep(LOOK);
    }
}

fn exit_code(status: ExitStatus) -> Result<u8, Failure> {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(u8::try_from(code).unwrap_or(1)),
        (None, signal) => Err(Failure::Run(format!(
            "the process inside the namespaces was ended by signal {}",
            signal.unwrap_or_default()
        ))),
    }
}

/// Gives this process namespaces of its own; its next child is the first process of the new process namespace.
fn separate() -> Result<(), Failure> {
    let needed = CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWPID;
    let (user, group) = (geteuid(), getegid());
    // A container may have a root user without rights.
    if !user.is_root() || unshare(needed).is_err() {
        unshare(needed | CloneFlags::CLONE_NEWUSER)
            .map_err(|error| refused("make user and network namespaces", error))?;
        for (file, text) in [
            ("setgroups", "deny".to_owned()),
            ("uid_map", format!("0 {user} 1")),
            ("gid_map", format!("0 {group} 1")),
        ] {
            fs::write(format!("/proc/self/{file}"), text)
                .map_err(|error| refused("become root of a user namespace", errno(&error)))?;
        }
    }
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    mount(None::<&str>, "/", None::<&str>, private, None::<&str>)
        .map_err(|error| refused("keep mounts apart", error))
}

/// How other processes find the inner process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Number of the process outside.
    pub process: u32,
    /// True if it has a user namespace of its own.
    pub user_namespace: bool,
}

/// Returns whether a map of users is that of the whole system.
fn is_whole(map: &str) -> bool {
    map.split_whitespace().eq(["0", "0", "4294967295"])
}

/// Prepares the inner process: it ends with the outer one, and sees its own processes below `/proc` if the kernel
/// allows it. Returns how other processes find it.
///
/// # Errors
/// The end of the outer process.
pub fn begin_inside() -> Result<Inside, Failure> {
    set_pdeathsig(Signal::SIGKILL)
        .map_err(|error| Failure::run("cannot follow the outer process", error.into()))?;
    let status = fs::read_to_string("/proc/self/status")
        .map_err(|error| Failure::run("cannot read /proc/self/status", error))?;
    let number = |name: &str| -> Option<u32> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    if number("PPid:") != outer().map(|(process, _)| process) {
        return Err(Failure::Run("the outer process has ended".to_owned()));
    }
    // Where a container hides parts of /proc, the old one stays, with the numbers of the system.
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let inside = Inside {
        process: number("Pid:").unwrap_or_default(),
        user_namespace: !fs::read_to_string("/proc/self/uid_map").is_ok_and(|it| is_whole(&it)),
    };
    let _ = mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>);
    Ok(inside)
}

fn errno(error: &io::Error) -> Errno {
    error
        .raw_os_error()
        .map_or(Errno::UnknownErrno, Errno::from_raw)
}

/// Tells whether a value of a setting allows namespaces.
type Allows = fn(u64) -> bool;

/// Settings of the kernel that forbid namespaces to users, with the value that allows them.
const SETTINGS: [(&str, &str, Allows); 4] = [
    ("user.max_user_namespaces", "above 0", |it| it > 0),
    ("user.max_net_namespaces", "above 0", |it| it > 0),
    ("kernel.unprivileged_userns_clone", "1", |it| it == 1),
    ("kernel.apparmor_restrict_unprivileged_userns", "0", |it| {
        it == 0
    }),
];

/// Returns the failure of an operation that needs rights: what is missing, as far as it can be known.
pub(crate) fn refused(action: &str, error: Errno) -> Failure {
    let mut text = format!("cannot {action}: {}", error.desc());
    if matches!(
        error,
        Errno::EPERM | Errno::EACCES | Errno::ENOSPC | Errno::EINVAL | Errno::ENOSYS
    ) {
        let forbids: Vec<String> = SETTINGS
            .iter()
            .filter_map(|(name, wanted, allows)| {
                let value = fs::read_to_string(format!("/proc/sys/{}", name.replace('.', "/")));
                let value: u64 = value.ok()?.trim().parse().ok()?;
                (!allows(value)).then(|| format!("`sysctl {name}` is {value}, needed: {wanted}"))
            })
            .collect();
        text += if forbids.is_empty() {
            ". Emulation needs root, or a kernel that lets users make user namespaces. Containers usually forbid it; \
             `--privileged` or `--cap-add SYS_ADMIN --cap-add NET_ADMIN` allows it"
        } else {
            ". Emulation needs root, or these settings of the kernel: "
        };
        text += &forbids.join("; ");
    }
    Failure::Run(text)
}
