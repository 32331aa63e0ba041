import { formatCount } from './format-count.ts';
import { DAY, HOUR, MINUTE } from './limits.ts';

const TO_TEN = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const TO_FOURTEEN = [...TO_TEN, 'eleven', 'twelve', 'thirteen', 'fourteen'];

/** A whole number as a sentence says it: in words up to ten, in digits above. */
export function numberWord(count: number): string {
  return TO_TEN[count] ?? formatCount(count);
}

/** A length of time that a rule fixes, as a sentence says it: `two minutes`, `12 hours`, `seven days`. @param ms - whole seconds */
export function durationWords(ms: number): string {
  return counted(ms, numberWord);
}

/** {@link durationWords} as the description of the calls says it: `twelve hours`, `fourteen days`. @param ms - whole seconds */
export function durationInProse(ms: number): string {
  return counted(ms, (count) => TO_FOURTEEN[count] ?? formatCount(count));
}

function counted(ms: number, wordOf: (count: number) => string): string {
  const [count, noun] = inItsUnit(ms);
  return `${wordOf(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function inItsUnit(ms: number): [count: number, noun: string] {
  // One day and less is told in hours, as they run from a moment and not from midnight.
  if (ms > DAY && ms % DAY === 0) return [ms / DAY, 'day'];
  if (ms % HOUR === 0) return [ms / HOUR, 'hour'];
  return ms % MINUTE === 0 ? [ms / MINUTE, 'minute'] : [ms / 1000, 'second'];
}
