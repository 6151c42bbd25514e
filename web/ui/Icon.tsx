/** Icons on a grid of 16 pixels, in the color of the text around them. */

const shapes = {
  play: <path d="M4 2.5v11l9-5.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M4 3h3v10H4zM9 3h3v10H9z" fill="currentColor" stroke="none" />,
  step: <path d="M3 3v10l7-5zM11 3h2v10h-2z" fill="currentColor" stroke="none" />,
  restart: <path d="M3 8a5 5 0 1 0 1.8-3.8M3 2.5v3h3" />,
  add: <path d="M8 2.5v11M2.5 8h11" />,
  undo: <path d="M6.5 3 3 6.5 6.5 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7" />,
  redo: <path d="M9.5 3 13 6.5 9.5 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9" />,
  sweep: <path d="M2 2v12h12M5 10.5h.01M8 5.5h.01M11 8h.01M13 4h.01" />,
  share: <path d="M8 10V2M5 4.5 8 1.8l3 2.7M3 8v6h10V8" />,
  book: (
    <path d="M8 4.5C6.5 3.2 4.5 3 2 3v9.5c2.5 0 4.5.2 6 1.5 1.5-1.3 3.5-1.5 6-1.5V3c-2.5 0-4.5.2-6 1.5zM8 4.5V14" />
  ),
  help: <path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.5v.5" />,
  system: <path d="M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11" />,
  light: (
    <path d="M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1v1.7M8 13.3V15M1 8h1.7M13.3 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13" />
  ),
  dark: <path d="M13 9.8A5.5 5.5 0 1 1 6.2 3 4.5 4.5 0 0 0 13 9.8z" />,
  find: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.7 3.7" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  beside: <path d="M2 3h5v10H2zM9 3h5v10H9z" />,
  keep: <path d="M5.5 2h5M6.5 2v4.2L4 9.5h8L9.5 6.2V2M8 9.5V14" />,
  dice: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="2" />
      <path d="M5.5 5.5h.01M10.5 5.5h.01M8 8h.01M5.5 10.5h.01M10.5 10.5h.01" strokeWidth="2" />
    </>
  ),
  locked: <path d="M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />,
  unlocked: <path d="M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1" />,
  warning: <path d="M8 2.2 1.6 13.5h12.8zM8 6.3v3.6M8 11.7v.1" />,
  down: <path d="m4 6 4 4 4-4" />,
  copy: <path d="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1" />,
  grip: <path d="M5 8h6" />,
  connect: <path d="M2 8h7M6.5 5.5 9 8l-2.5 2.5M11 4a4 4 0 0 1 0 8" />,
  turn: <path d="M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13" />,
  rename: <path d="M3 13v-2.5L10.5 3 13 5.5 5.5 13zM9 4.5 11.5 7" />,
  remove: <path d="M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5" />,
} as const;

/** Name of an icon. */
export type IconName = keyof typeof shapes;

/** Icon without a name of its own: the button around it has the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}
