/** Parts that the dialogs that write files have in common. */
import { useEffect, useState } from 'react';
import { fileName } from '../charts/save';
import { useThisLab } from '../lab/context';
import { messageOf } from '../rpc/thread';
import { download } from '../url/file';
import { CaptureFiles } from './captureFiles';
import { captureThread } from './captureThread';
import type { FileTexts } from './protocol';
import { CAPTURE } from './strings';

/** Largest capture that is written in a browser, MB. */
export const MOST_MB = 500;
/** Largest log, MB. That for qvis is in memory until its end. */
export const MOST_LOG_MB = 300;

/** Returns the writer of a dialog, which is closed with it. */
export function useFiles(): CaptureFiles {
  const [writer] = useState(() => new CaptureFiles(captureThread));
  useEffect(() => () => writer.close(), [writer]);
  return writer;
}

interface Writing {
  /** Written share from 0 to 1; null if nothing is being written. */
  done: number | null;
  /** Sentence about the last failure. */
  failure: string | null;
  /** Downloads what `contents` writes as a file with this name and ending, then closes the dialog. */
  write(
    what: string,
    ending: string,
    contents: (texts: Omit<FileTexts, 'most_bytes'>, onProgress: (done: number) => void) => Promise<Blob>,
  ): Promise<void>;
}

/** Returns the state of writing. Closing the dialog cancels it. */
export function useWriting(onDone: () => void): Writing {
  const { sharing } = useThisLab();
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const write: Writing['write'] = async (what, ending, contents) => {
    setDone(0);
    setFailure(null);
    try {
      const { title, link, engine } = await sharing.origin();
      const texts = { application: `Bufferlab ${engine ?? ''}`.trim(), title, link };
      download(fileName(title, what, ending), await contents(texts, setDone));
      onDone();
    } catch (error) {
      setFailure(CAPTURE.failed(messageOf(error)));
    }
    setDone(null);
  };
  return { done, failure, write };
}
