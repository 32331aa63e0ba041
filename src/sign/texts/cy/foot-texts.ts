import type { FootTexts } from '#src/sign/texts/foot-texts.ts';

/** Sentences of the foot of every page. */
export const welshFoot: FootTexts = {
  privacy: 'Hysbysiad preifatrwydd (yn Saesneg)',
  accessibility: 'Hygyrchedd (yn Saesneg)',
};
