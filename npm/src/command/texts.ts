/** Texts that the command prints. */

/** Texts of the command, except of results. */
export const TEXT = {
  help: `\
Simulate router buffers, packet by packet

Usage: bufferlab [COMMAND]

Commands:
  serve     Serve the lab to a browser on this computer [default]
  run       Run a scenario once and print its measures
  presets   List the presets: built-in scenarios, each with an explanation and its source
  catalog   List every parameter of a scenario, every measure, every warning and every limit
  schema    Print the JSON Schema of scenario files
  version   Print the version

Options of serve:
  --port <N>     Port of the server [default: 4173, or a free one if it is in use]
  --host <NAME>  Address to listen on [default: 127.0.0.1, which only this computer reaches]

The native program, an optional package for each platform, has more commands: \`bufferlab help\`.
The variable BUFFERLAB_BINARY selects another program, or WebAssembly if it is \`wasm\`.

Example:
    bufferlab run one-flow
`,
  otherPort: (usual: number, port: number) => `bufferlab: port ${usual} is in use; using port ${port}\n`,
  open:
    'bufferlab: warning: anyone in the network of this computer can open this page; there is no password and no ' +
    'encryption\n',
  stop: 'bufferlab: press Ctrl-C to end the server\n',
  incomplete: (file: string) => `bufferlab: files are missing in ${file}; install the package again`,
  portInUse: (port: number) =>
    `bufferlab: --port: ${port} is in use; choose another port, or 0 for a free one`,
  cannotListen: (reason: string) => `bufferlab: the server cannot listen: ${reason}`,
  needsNative: (command: string, name: string) =>
    `bufferlab: ${command}: needs the native program, which is not installed. Install it by: npm install ${name}`,
  needsNativeOption: (option: string, name: string) =>
    `bufferlab: ${option}: needs the native program, which is not installed. Install it by: npm install ${name}`,
  noCommand: (command: string) =>
    `bufferlab: ${JSON.stringify(command)} is no command; the commands are serve, run, presets, catalog, schema and version`,
  notStarted: (program: string, reason: string) => `bufferlab: ${program} cannot be started: ${reason}`,
  usage: (reason: string) => `bufferlab: ${reason}`,
  portRange: (got: string) =>
    `bufferlab: --port: must be a whole number from 0 to 65535, got ${JSON.stringify(got)}`,
  flows: (got: string) =>
    `bufferlab: --watch: must be numbers of flows such as 0,5,17, got ${JSON.stringify(got)}`,
  oneScenario:
    'bufferlab: run: takes one scenario: a file, `-` for standard input, the id of a preset, or a link',
  requires: (option: string, other: string) => `bufferlab: ${option}: requires ${other}`,
  noArguments: (command: string) => `bufferlab: ${command}: takes no argument`,
  directory: (path: string) => `bufferlab: ${path}: is a directory; give the scenario file in it`,
  unreadable: (path: string, reason: string) => `bufferlab: ${path}: cannot be read: ${reason}`,
  cannotCreate: (path: string, reason: string) => `bufferlab: --csv: ${path} cannot be created: ${reason}`,
  cannotWrite: (path: string, reason: string) => `bufferlab: ${path} cannot be written: ${reason}`,
  crashed: (reason: string) => `bufferlab: ${reason}`,
  interrupted: 'bufferlab: interrupted; the results cover the run up to this time\n',
} as const;
