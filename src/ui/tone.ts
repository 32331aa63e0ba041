import type { IconName } from './icon-paths.ts';

/** What a colour says, always next to words: plain, done, needs attention, stopped, for your information. */
export type Tone = 'plain' | 'ok' | 'warn' | 'stop' | 'info';

/** The icon that stands for a tone where there is room for one. */
export const toneIcon: Readonly<Record<Tone, IconName>> = {
  plain: 'info',
  ok: 'done',
  warn: 'warning',
  stop: 'refused',
  info: 'info',
};
