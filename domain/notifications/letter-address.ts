import { hasInk } from '#domain/values/ink.ts';

/** Lines that the window of an envelope shows, the name among them: those that GOV.UK Notify takes as well. */
export const WINDOW_LINES_MOST = 7;

/**
 * The lines in the window of an envelope: the name, and the address as it is on the record. One that was written in a single line is cut at its
 * commas; of one with more lines than the window shows the lines in its middle are joined, as the first and the last lead the post.
 */
export function windowLines(name: string, address: string): readonly string[] {
  const written = tidy(address.split('\n'));
  const lines = written.length === 1 ? tidy(written.join('').split(',')) : written;
  const room = WINDOW_LINES_MOST - 1;
  if (lines.length <= room) return [name, ...lines];
  const tail = lines.slice(-2);
  const head = lines.slice(0, room - 3);
  return [name, ...head, lines.slice(head.length, -2).join(', '), ...tail];
}

function tidy(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/,\s*$/u, '').trim()).filter((line) => hasInk(line));
}
