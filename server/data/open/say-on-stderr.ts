/** Tells whoever started the process, before anything writes a log. */
export function sayOnStderr(message: string): void {
  process.stderr.write(`${message}\n`);
}
