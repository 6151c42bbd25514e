//! Commands and shells of the user on both sides of the wire.

use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::Failure;
use crate::addresses::{Side, ipv4, ipv6};
use crate::hosts::Hosts;
use crate::namespaces::{Inside, OUTER};

/// Commands on both sides. They end with this value; their descendants end with the process namespace.
#[derive(Debug)]
pub struct Processes<'a> {
    hosts: &'a Hosts,
    groups: &'a [String],
    quiet: bool,
    running: Vec<Running>,
    failed: Option<String>,
}

/// Command of one group on one side.
#[derive(Debug)]
struct Running {
    side: Side,
    name: String,
    group: String,
    child: Child,
    ended: bool,
}

impl<'a> Processes<'a> {
    /// Returns the processes before any command. With `quiet`, commands do not write to standard output.
    #[must_use]
    pub fn new(hosts: &'a Hosts, groups: &'a [String], quiet: bool) -> Processes<'a> {
        Processes {
            hosts,
            groups,
            quiet,
            running: Vec::new(),
            failed: None,
        }
    }

    /// Starts a command for each live group.
    ///
    /// # Errors
    /// A command that cannot start.
    pub fn start(&mut self, side: Side, command: &[String]) -> Result<(), Failure> {
        for (number, group) in (0..).zip(self.groups) {
            let words = command.iter().map(|word| {
                let places = [
                    ("{sender}", ipv4(Side::Sender, number)),
                    ("{receiver}", ipv4(Side::Receiver, number)),
                    ("{sender6}", ipv6(Side::Sender, number)),
                    ("{receiver6}", ipv6(Side::Receiver, number)),
                ];
                let word = word.replace("{group}", group);
                places.iter().fold(word, |word, (place, address)| {
                    word.replace(place, &address.to_string())
                })
            });
            let mut words = words.collect::<Vec<_>>().into_iter();
            let name = words.next().unwrap_or_default();
            let mut command = Command::new(&name);
            command.args(words);
            self.spawn(side, group, number, command, name)?;
        }
        Ok(())
    }

    /// Tells the addresses and how to open a shell on the receivers' side, and starts one on the senders' side.
    ///
    /// # Errors
    /// A shell that cannot start.
    pub fn shell(&mut self, inside: Inside) -> Result<(), Failure> {
        explain_shell(self.hosts, self.groups, inside);
        let name = std::env::var("SHELL").unwrap_or_else(|_| "sh".to_owned());
        let group = self.groups.first().map_or("", String::as_str);
        self.spawn(Side::Sender, group, 0, Command::new(&name), name)
    }

    fn spawn(
        &mut self,
        side: Side,
        group: &str,
        number: u8,
        mut command: Command,
        name: String,
    ) -> Result<(), Failure> {
        command
            .env_remove(OUTER)
            .env("BUFFERLAB_GROUP", group)
            .env("BUFFERLAB_SENDER", ipv4(Side::Sender, number).to_string())
            .env(
                "BUFFERLAB_RECEIVER",
                ipv4(Side::Receiver, number).to_string(),
            )
            .env(
                "BUFFERLAB_SENDER_IPV6",
                ipv6(Side::Sender, number).to_string(),
            )
            .env(
                "BUFFERLAB_RECEIVER_IPV6",
                ipv6(Side::Receiver, number).to_string(),
            );
        if side == Side::Receiver {
            command.stdin(Stdio::null());
        }
        if self.quiet {
            command.stdout(io::stderr());
        }
        let child = self.hosts.side(side).run(|| command.spawn())?;
        let child = child
            .map_err(|error| Failure::run(&format!("cannot start the command '{name}'"), error))?;
        self.running.push(Running {
            side,
            name,
            group: group.to_owned(),
            child,
            ended: false,
        });
        Ok(())
    }

    /// Returns whether any command was started.
    #[must_use]
    pub fn is_any(&self) -> bool {
        !self.running.is_empty()
    }

    /// Returns a sentence about the first command that has failed, if one has.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Returns whether a command on the senders' side still runs.
    ///
    /// # Errors
    /// A command that the system does not know.
    pub fn are_sending(&mut self) -> Result<bool, Failure> {
        let mut any = false;
        for process in &mut self.running {
            if process.ended {
                continue;
            }
            let status = process
                .child
                .try_wait()
                .map_err(|error| Failure::run("cannot wait for a command", error))?;
            match status {
                None => any |= process.side == Side::Sender,
                Some(status) => {
                    process.ended = true;
                    if let Some(text) = process.complaint(status) {
                        self.failed.get_or_insert(text);
                    }
                }
            }
        }
        Ok(any)
    }

    /// Ends all commands that still run.
    pub fn end(&mut self) {
        for process in self.running.iter_mut().filter(|process| !process.ended) {
            // It may have ended by itself.
            let _ = process.child.kill();
            let _ = process.child.wait();
            process.ended = true;
        }
    }
}

impl Drop for Processes<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

impl Running {
    /// Returns a sentence about a command that has failed.
    fn complaint(&self, status: ExitStatus) -> Option<String> {
        (!status.success()).then(|| {
            format!(
                "the command '{}' of group {} failed: {status}",
                self.name, self.group
            )
        })
    }
}

/// Writes how to use the shell of the senders, and how to open one beside the receivers.
fn explain_shell(hosts: &Hosts, groups: &[String], inside: Inside) {
    let process = inside.process;
    let mut text = String::from("Addresses of the hosts:\n");
    for (number, group) in (0..).zip(groups) {
        let both = |side| format!("{} or {}", ipv4(side, number), ipv6(side, number));
        let (sender, receiver) = (both(Side::Sender), both(Side::Receiver));
        text += &format!("    group {group}: sender {sender}, receiver {receiver}\n");
    }
    let user = if inside.user_namespace {
        format!(" --user=/proc/{process}/ns/user --preserve-credentials")
    } else {
        String::new()
    };
    let file = hosts.receivers.file().as_raw_fd();
    text += &format!(
        "This shell is on the senders' side. For a shell on the receivers' side, run in another terminal:\n    \
         nsenter{user} --pid=/proc/{process}/ns/pid --net=/proc/{process}/fd/{file}\n\
         The emulation ends with this shell, and ends the other one.\n"
    );
    // A closed standard error is ignored.
    let _ = io::stderr().write_all(text.as_bytes());
}
