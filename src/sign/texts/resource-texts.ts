import type { Widened } from './texts.ts';

/** Sentences of the list of leaflets, videos and pictures. */
export const resourceTexts = {
  title: 'Leaflets and videos',
  lead: 'These are on other sites. You do not need them to go on.',
  kinds: { LEAFLET: 'Leaflet', VIDEO: 'Video', PICTURE: 'Picture' },
  opens: (host: string) => `Opens ${host} in a new page`,
  code: 'Code for your phone',
  hide: 'Hide the code',
  scan: 'Point the camera of your own phone at the code. Nothing opens on this tablet.',
} as const;

export type ResourceTexts = Widened<typeof resourceTexts>;
