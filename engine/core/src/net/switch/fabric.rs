//! Input side of a switch: cells wait at inputs, and a crossbar moves at most one cell from each input and to each
//! output at a time.
//!
//! The cells of an input form one priority order; its cells for one output form a virtual output queue. A
//! [`Scheduler`](super::scheduler::Scheduler) chooses the cells to move.

use std::collections::VecDeque;

/// Most inputs, and most outputs, of a switch.
pub const MOST_PORTS: usize = 64;

/// Cells of one packet, which wait one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Identification of the packet, chosen by the caller.
    pub id: u64,
    /// The output they are for.
    pub output: u8,
    /// Slot in which the first cell leaves an output-queued switch with the same arrivals; each further cell leaves
    /// a slot later. Arbitrary if unused.
    pub leaves: u64,
    /// Number of cells, at least 1.
    pub count: u32,
}

/// A set of ports: bit `i` is port `i`.
pub type Ports = u64;

/// Cells that wait at the inputs of a switch.
#[derive(Clone, Debug)]
pub struct Fabric {
    inputs: Vec<VecDeque<Cells>>,
    /// Cells in the virtual output queue of input `i` for output `o`, at `i` times the number of ports plus `o`.
    waiting: Vec<u32>,
    /// By output: inputs that have a cell for it.
    wanted_by: Vec<Ports>,
}

/// The ports of a set, lowest first.
pub fn each(mut ports: Ports) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let port = ports.trailing_zeros();
        ports &= ports.wrapping_sub(1);
        (port < Ports::BITS).then_some(port as usize)
    })
}

impl Fabric {
    /// An empty switch of `ports` inputs and as many outputs, 1 to [`MOST_PORTS`].
    #[must_use]
    pub fn new(ports: usize) -> Fabric {
        Fabric {
            inputs: vec![VecDeque::new(); ports],
            waiting: vec![0; ports * ports],
            wanted_by: vec![0; ports],
        }
    }

    /// Number of inputs, which is that of outputs.
    #[must_use]
    pub fn ports(&self) -> usize {
        self.inputs.len()
    }

    /// Cells of `input` for `output`.
    #[must_use]
    pub fn waiting(&self, input: usize, output: usize) -> u32 {
        self.waiting[input * self.ports() + output]
    }

    /// Returns whether no cell waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.wanted_by.iter().all(|&inputs| inputs == 0)
    }

    /// The inputs that have a cell for `output`.
    #[must_use]
    pub fn wanted_by(&self, output: usize) -> Ports {
        self.wanted_by[output]
    }

    /// The cells of an input, the most urgent first.
    pub fn cells(&self, input: usize) -> impl Iterator<Item = &Cells> {
        self.inputs[input].iter()
    }

    /// Inserts cells behind `ahead` others of their input, or behind all if there are fewer.
    pub fn push(&mut self, input: usize, cells: Cells, ahead: u64) {
        let queue = &mut self.inputs[input];
        let mut before = 0;
        let place = queue.iter().position(|other| {
            let here = before;
            before += u64::from(other.count);
            here >= ahead
        });
        queue.insert(place.unwrap_or(queue.len()), cells);
        let output = usize::from(cells.output);
        let ports = self.ports();
        self.waiting[input * ports + output] += cells.count;
        self.wanted_by[output] |= 1 << input;
    }

    /// Removes and returns the most urgent cell of `input` for `output`.
    pub fn take(&mut self, input: usize, output: usize) -> Option<Cells> {
        let queue = &mut self.inputs[input];
        let place = queue
            .iter()
            .position(|cells| usize::from(cells.output) == output)?;
        let cells = &mut queue[place];
        let taken = Cells { count: 1, ..*cells };
        if cells.count == 1 {
            queue.remove(place);
        } else {
            cells.count -= 1;
            cells.leaves += 1;
        }
        let ports = self.ports();
        let left = &mut self.waiting[input * ports + output];
        *left -= 1;
        if *left == 0 {
            self.wanted_by[output] &= !(1 << input);
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_the_inserted_priority_order() {
        let mut fabric = Fabric::new(4);
        let cells = |id, output, count| Cells {
            id,
            output,
            leaves: 10 * id,
            count,
        };
        fabric.push(2, cells(0, 1, 1), 0);
        fabric.push(2, cells(1, 3, 1), 9);
        fabric.push(2, cells(2, 3, 2), 1);
        let order: Vec<u64> = fabric.cells(2).map(|cells| cells.id).collect();
        assert_eq!(order, [0, 2, 1]);
        assert_eq!((fabric.wanted_by(3), fabric.waiting(2, 3)), (0b100, 3));
        let taken: Vec<_> = std::iter::from_fn(|| fabric.take(2, 3)).collect();
        let seen = taken.iter().map(|cell| (cell.id, cell.leaves, cell.count));
        assert_eq!(
            seen.collect::<Vec<_>>(),
            [(2, 20, 1), (2, 21, 1), (1, 10, 1)]
        );
        assert_eq!((fabric.wanted_by(3), fabric.is_empty()), (0, false));
        assert_eq!(fabric.take(2, 1).map(|cell| cell.id), Some(0));
        assert!(fabric.is_empty());
        assert_eq!(each(0b1_0010).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(each(1 << 63).collect::<Vec<_>>(), [63]);
    }
}
