//! Packet socket at one interface: frames with the kernel's receive times.

use std::io::IoSliceMut;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use bufferlab_core::time::Time;
use nix::errno::Errno;
use nix::ifaddrs::getifaddrs;
use nix::sys::socket::sockopt::{RcvBuf, RcvBufForce, ReceiveTimestampns, RxqOvfl};
use nix::sys::socket::{
    AddressFamily, ControlMessageOwned, LinkAddr, MsgFlags, SockFlag, SockProtocol, SockType, bind,
    recvmsg, send, setsockopt, socket,
};
use nix::sys::time::TimeSpec;

use crate::Failure;
use crate::clock::Clock;
use crate::namespaces::refused;

/// Bytes of received frames that the kernel keeps for us: those of a tenth of a second at 1 Gb/s, with what it adds to
/// each. Without root the limit is `net.core.rmem_max`.
const BUFFER: usize = 32 << 20;

/// Packet type of a frame that this host has sent.
const OUTGOING: u8 = 4;

/// Packet socket that is bound to one interface.
#[derive(Debug)]
pub struct Port {
    socket: OwnedFd,
    control: Vec<u8>,
    /// Frames for which the kernel had no buffer.
    lost: u32,
    /// Bytes of the kernel's buffer.
    buffer: usize,
}

/// Frame that was received.
#[derive(Clone, Copy, Debug)]
pub struct Received {
    /// Time at which the kernel received it.
    pub at: Time,
    /// Bytes of the frame, also those that did not fit.
    pub bytes: usize,
}

impl Port {
    /// Opens the interface `name` of the present namespace.
    ///
    /// # Errors
    /// Missing rights, or an unknown interface.
    pub fn open(name: &str) -> Result<Port, Failure> {
        let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
        let kind = SockType::Raw;
        let socket = socket(AddressFamily::Packet, kind, flags, SockProtocol::EthAll)
            .map_err(|error| refused("open a packet socket", error))?;
        let failed =
            |error: Errno| Failure::run(&format!("cannot read interface {name}"), error.into());
        // The address of the interface names no protocol: then the socket keeps its own, which is all.
        let address = link_address(name).map_err(failed)?;
        bind(socket.as_raw_fd(), &address).map_err(failed)?;
        setsockopt(&socket, ReceiveTimestampns, &true).map_err(failed)?;
        setsockopt(&socket, RxqOvfl, &1).map_err(failed)?;
        if setsockopt(&socket, RcvBufForce, &BUFFER).is_err() {
            setsockopt(&socket, RcvBuf, &BUFFER).map_err(failed)?;
        }
        let buffer = nix::sys::socket::getsockopt(&socket, RcvBuf).map_err(failed)?;
        Ok(Port {
            socket,
            control: nix::cmsg_space!(TimeSpec, u32, [u8; 64]),
            lost: 0,
            buffer,
        })
    }

    /// Receives a frame; `None` if none waits.
    ///
    /// # Errors
    /// An interface that is gone.
    pub fn receive(
        &mut self,
        clock: &Clock,
        frame: &mut [u8],
    ) -> Result<Option<Received>, Failure> {
        loop {
            let mut parts = [IoSliceMut::new(frame)];
            let flags = MsgFlags::MSG_DONTWAIT | MsgFlags::MSG_TRUNC;
            let socket = self.socket.as_raw_fd();
            let control = Some(&mut self.control[..]);
            let message = match recvmsg::<LinkAddr>(socket, &mut parts, control, flags) {
                Ok(message) => message,
                Err(Errno::EAGAIN) => return Ok(None),
                // An interface that goes down says so once; frames that wait can still be read.
                Err(Errno::EINTR | Errno::ENETDOWN) => continue,
                Err(error) => return Err(Failure::run("cannot receive a frame", error.into())),
            };
            if message.address.is_some_and(|it| it.pkttype() == OUTGOING) {
                continue;
            }
            let mut at = None;
            for part in message.cmsgs().into_iter().flatten() {
                match part {
                    ControlMessageOwned::ScmTimestampns(stamp) => at = Some(clock.at(stamp)),
                    ControlMessageOwned::RxqOvfl(lost) => self.lost = lost,
                    _ => {}
                }
            }
            let bytes = message.bytes;
            let at = match at {
                Some(at) => at,
                None => clock.now()?,
            };
            return Ok(Some(Received { at, bytes }));
        }
    }

    /// Sends a frame. Returns false if the kernel has no room for it now.
    ///
    /// # Errors
    /// An interface that is gone.
    pub fn send(&self, frame: &[u8]) -> Result<bool, Failure> {
        loop {
            match send(self.socket.as_raw_fd(), frame, MsgFlags::MSG_DONTWAIT) {
                Ok(_) => return Ok(true),
                Err(Errno::EAGAIN | Errno::ENOBUFS) => return Ok(false),
                Err(Errno::EINTR) => {}
                Err(error) => return Err(Failure::run("cannot send a frame", error.into())),
            }
        }
    }

    /// Frames that were lost because the kernel's buffer was full.
    #[must_use]
    pub fn lost(&self) -> u32 {
        self.lost
    }

    /// Bytes of the kernel's buffer for received frames.
    #[must_use]
    pub fn buffer(&self) -> usize {
        self.buffer
    }
}

impl AsFd for Port {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// Returns the address of an interface for packet sockets.
fn link_address(name: &str) -> Result<LinkAddr, Errno> {
    getifaddrs()?
        .filter(|it| it.interface_name == name)
        .find_map(|it| it.address?.as_link_addr().copied())
        .ok_or(Errno::ENODEV)
}
