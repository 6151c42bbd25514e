/**
 * Cells of a switch's memory: a packet takes whole cells, so a buffer holds fewer packets than its bytes suggest.
 *
 * SONiC and the tools of its switches count buffers in cells. Their size depends on the chip; the one that was chosen last is
 * stored in this browser.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { BrowserStore } from '../storage/browserStore';

/** Sizes of cells of usual switches, bytes. */
export const CELL_SIZES: readonly number[] = [80, 96, 144, 192, 208, 254, 256, 384];

const USUAL = 208;
const KEY = 'bufferlab.cell';

const choice = createStore<{ bytes: number }>(() => ({ bytes: stored() }));

/** Hook that returns the size of a cell, bytes. */
export const useCellSize = (): number => useStore(choice, ({ bytes }) => bytes);

/** Chooses the size of a cell and stores it. */
export function chooseCellSize(bytes: number): void {
  choice.setState({ bytes });
  new BrowserStore().write(KEY, JSON.stringify(bytes));
}

/** Returns the number of cells that packets of this size fill. */
export function cellsOf(packets: number, packet_bytes: number, cell_bytes: number): number {
  return packets * cellsPerPacket(packet_bytes, cell_bytes);
}

/** Returns the number of whole packets of this size that fit into cells. */
export function packetsIn(cells: number, packet_bytes: number, cell_bytes: number): number {
  return Math.floor(cells / cellsPerPacket(packet_bytes, cell_bytes));
}

function cellsPerPacket(packet_bytes: number, cell_bytes: number): number {
  return Math.max(1, Math.ceil(packet_bytes / cell_bytes));
}

function stored(): number {
  const bytes = new BrowserStore().json(KEY);
  return CELL_SIZES.find((size) => size === bytes) ?? USUAL;
}
