import type { IconName } from './icon-paths.ts';

/** Meaning of a colour, always next to words: plain, done, needs attention, stopped, for your information. */
export type Tone = 'plain' | 'ok' | 'warn' | 'stop' | 'info';

/** Icon of a tone. */
export const toneIcon: Readonly<Record<Tone, IconName>> = {
  plain: 'info',
  ok: 'done',
  warn: 'warning',
  stop: 'refused',
  info: 'info',
};
