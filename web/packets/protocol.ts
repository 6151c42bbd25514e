/** Messages between the page and the thread that captures packets. */
import type { FileData } from '../engine/protocol';
import type { Scenario } from '../scenario/types';

/** Run whose packets are captured. */
export interface CaptureRequest {
  /** Scenario at time 0 with its edits. */
  document: Scenario;
  /** Contents of the files that the scenario names. */
  files: readonly FileData[];
  /** Number of the flow. */
  flow: number;
  /** Point of capture, such as `sender` or `r0:in`. */
  point: string;
  /** Time of the first packets, seconds. */
  from_s: number;
}

/** Names for the packets of a run. */
export interface CaptureNames {
  /** Names of all points of the scenario. */
  points: readonly string[];
  /** Labels of the reasons for drops. */
  reasons: readonly string[];
  /** Number of numbers in a row. */
  rowLength: number;
}

/** Functions of the thread. */
export interface CaptureApi {
  /** Begins a run at time 0, in place of the one before. */
  begin(request: CaptureRequest): Promise<CaptureNames>;
  /** Simulates up to a time; returns the packets that are new or have changed since the last call, in rows of numbers. */
  advance(until_s: number): Promise<Float64Array>;
  /** Returns the size of a capture file in bytes, estimated from above. */
  estimate(choice: FileChoice): Promise<number>;
  /** Writes a capture file of a run of its own; its progress comes as events. */
  write(request: FileRequest): Promise<Blob>;
  /** Writes a log of senders in a run of its own; its progress comes as events. */
  writeLog(request: LogRequest): Promise<Blob>;
}

/** Texts and limit of a file. */
export interface FileTexts {
  /** Program that writes the file, with its version. */
  application: string;
  /** Title of the experiment. */
  title: string;
  /** Link of the experiment, if it fits in one. */
  link: string | null;
  /** Largest size of the file, bytes. */
  most_bytes: number;
}

/** Packets of a capture file. */
export interface FileChoice {
  document: Scenario;
  files: readonly FileData[];
  /** Points of capture; all if there are none. */
  points: readonly string[];
  /** Numbers of flows; all if there are none. */
  flows: readonly number[];
  from_s: number;
  until_s: number;
  /** Largest number of bytes of a packet. */
  snap_bytes: number;
}

/** Contents of a capture file. */
export interface FileRequest extends FileChoice, FileTexts {}

/** Senders of a log. */
export interface LogChoice {
  document: Scenario;
  files: readonly FileData[];
  /** Numbers of flows with TCP; the first of each group if there are none. */
  flows: readonly number[];
  /** End of the log, seconds. */
  until_s: number;
  form: LogForm;
}

/** Ending of the file of a log: `qlog` in the form for qvis, `sqlog` in that of the current draft. */
export type LogForm = 'qlog' | 'sqlog';

/** Contents of a log. */
export interface LogRequest extends LogChoice, FileTexts {}

/** Event of the thread: the simulated share of a file, 0 to 1. */
export type CaptureProgress = number;
