import { counted } from '#domain/base/counted.ts';

/** A time that is left, in words and never too short: `40 seconds`, `4 minutes`, `3 hours`. @param seconds - whole */
export function leftWords(seconds: number): string {
  if (seconds < 60) return counted(Math.max(1, seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

/** How long to wait: `in 40 seconds`, as {@link leftWords}. @param seconds - whole */
export function waitWords(seconds: number): string {
  return `in ${leftWords(seconds)}`;
}
