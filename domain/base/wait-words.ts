import { counted } from '#domain/base/counted.ts';
/** How long to wait, in words and never too short: "in 40 seconds", "in 4 minutes", "in 3 hours". @param seconds - whole */
export function waitWords(seconds: number): string {
  if (seconds < 60) return inWords(Math.max(1, seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? inWords(minutes, 'minute') : inWords(Math.ceil(minutes / 60), 'hour');
}

function inWords(count: number, noun: string): string {
  return `in ${counted(count, noun)}`;
}
