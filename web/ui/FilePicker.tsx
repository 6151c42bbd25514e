/** Button with which the user chooses a file. */
import { useRef } from 'react';
import { Button, type ButtonProps } from './Button';

interface Props extends ButtonProps {
  /** Accessible name of the field. */
  field: string;
  /** Endings of the files that are offered; all files if absent. */
  accept?: string;
  onFile(file: File): void;
}

/** Button and the field behind it, which accepts the same file again. */
export function FilePicker({ field, accept, onFile, ...button }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={field}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
