import { leftWords } from '#domain/base/wait-words.ts';

/** Message after too many wrong passwords on this tablet. @param ms - until the next try is allowed */
export function rateLimitText(ms: number): string {
  return `Too many wrong passwords. Wait ${leftWords(Math.ceil(ms / 1000))}, then try again.`;
}
