/** Buttons that copy the commands of examples, without the prompt. */
import { COPY_COMMAND } from './strings';

/** Adds a button to each command of the page. */
export function addCopyButtons(): void {
  for (const command of document.querySelectorAll<HTMLElement>('.command')) {
    const text = command.textContent.trim().replace(/^\$ /, '');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = COPY_COMMAND.copy;
    button.setAttribute('aria-label', COPY_COMMAND.label);
    button.addEventListener('click', () => void copy(text, button));
    command.append(button);
  }
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = COPY_COMMAND.copied;
  } catch {
    // Without a secure origin there is no clipboard.
    button.textContent = COPY_COMMAND.failed;
  }
}
