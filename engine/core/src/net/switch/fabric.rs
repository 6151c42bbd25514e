//! The input side of a switch: cells wait by input, and a crossbar moves at most one from each input and one to each
//! output at a time.
//!
//! The cells of an input stand in one order, its priorities; those for one output among them are a virtual output
//! queue. Who may move is for a [`Scheduler`](super::scheduler::Scheduler) to say.

use std::collections::VecDeque;

/// Most inputs, and most outputs, of a switch.
pub const MOST_PORTS: usize = 64;

/// A cell on its way through a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whose it is; means something to the one who put it in.
    pub id: u64,
    /// The output it is for.
    pub output: u8,
    /// When it leaves an output-queued switch that sees the same arrivals, in slots; where nobody asks for that, 0.
    pub leaves: u64,
}

/// A set of ports: bit `i` is port `i`.
pub type Ports = u64;

/// Cells that wait at the inputs of a switch.
#[derive(Clone, Debug)]
pub struct Fabric {
    inputs: Vec<VecDeque<Cell>>,
    /// Cells in the virtual output queue of input `i` for output `o`, at `i` times the number of ports plus `o`.
    waiting: Vec<u32>,
    /// By output: the inputs that have a cell for it.
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

    /// All cells that wait.
    #[must_use]
    pub fn occupied(&self) -> usize {
        self.inputs.iter().map(VecDeque::len).sum()
    }

    /// The inputs that have a cell for `output`.
    #[must_use]
    pub fn wanted_by(&self, output: usize) -> Ports {
        self.wanted_by[output]
    }

    /// The cells of an input, the most urgent first.
    pub fn cells(&self, input: usize) -> impl Iterator<Item = &Cell> {
        self.inputs[input].iter()
    }

    /// Lets a cell wait behind `ahead` others of its input, or behind all where they are fewer.
    pub fn push(&mut self, input: usize, cell: Cell, ahead: usize) {
        let queue = &mut self.inputs[input];
        queue.insert(ahead.min(queue.len()), cell);
        let output = usize::from(cell.output);
        let ports = self.ports();
        self.waiting[input * ports + output] += 1;
        self.wanted_by[output] |= 1 << input;
    }

    /// Takes out the most urgent cell of `input` for `output`.
    pub fn take(&mut self, input: usize, output: usize) -> Option<Cell> {
        let queue = &mut self.inputs[input];
        let place = queue
            .iter()
            .position(|cell| usize::from(cell.output) == output)?;
        let cell = queue.remove(place)?;
        let ports = self.ports();
        let left = &mut self.waiting[input * ports + output];
        *left -= 1;
        if *left == 0 {
            self.wanted_by[output] &= !(1 << input);
        }
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_waits_where_it_is_put() {
        let mut fabric = Fabric::new(4);
        let cell = |id, output| Cell {
            id,
            output,
            leaves: 0,
        };
        fabric.push(2, cell(0, 1), 0);
        fabric.push(2, cell(1, 3), 9);
        fabric.push(2, cell(2, 3), 1);
        let order: Vec<u64> = fabric.cells(2).map(|cell| cell.id).collect();
        assert_eq!(order, [0, 2, 1]);
        assert_eq!((fabric.wanted_by(3), fabric.waiting(2, 3)), (0b100, 2));
        assert_eq!(fabric.take(2, 3).map(|cell| cell.id), Some(2));
        assert_eq!(fabric.take(2, 3).map(|cell| cell.id), Some(1));
        assert_eq!(fabric.take(2, 3), None);
        assert_eq!((fabric.wanted_by(3), fabric.occupied()), (0, 1));
        assert_eq!(each(0b1_0010).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(each(1 << 63).collect::<Vec<_>>(), [63]);
    }
}
