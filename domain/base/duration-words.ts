import { formatCount } from './format-count.ts';
import { DAY, HOUR, MINUTE } from './limits.ts';

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A whole number as a sentence says it: in words up to ten, in digits above. */
export function numberWord(count: number): string {
  return SMALL[count] ?? formatCount(count);
}

/** A length of time that a rule fixes, as a sentence says it: `two minutes`, `12 hours`, `seven days`. @param ms - whole seconds */
export function durationWords(ms: number): string {
  // One day and less is told in hours, as they run from a moment and not from midnight.
  if (ms > DAY && ms % DAY === 0) return counted(ms / DAY, 'day');
  if (ms % HOUR === 0) return counted(ms / HOUR, 'hour');
  return ms % MINUTE === 0 ? counted(ms / MINUTE, 'minute') : counted(ms / 1000, 'second');
}

function counted(count: number, noun: string): string {
  return `${numberWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}
