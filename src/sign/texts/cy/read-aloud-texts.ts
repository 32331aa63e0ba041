import type { ReadAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';

export const welshReadAloud: ReadAloudTexts = {
  noVoiceOnTablet: 'Does gan y llechen hon ddim llais i ddarllen yn uchel',
  noVoice: 'Does gan y ddyfais hon ddim llais i ddarllen yn uchel',
  notRead: (tag) => `Nid yw rhan yn yr iaith ${nameOf(tag)} yn cael ei darllen: does dim llais ar ei chyfer yma.`,
};

function nameOf(tag: string): string {
  return new Intl.DisplayNames(['cy'], { type: 'language' }).of(tag) ?? tag;
}
