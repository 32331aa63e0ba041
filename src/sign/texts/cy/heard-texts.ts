import type { HeardTexts } from '#src/sign/texts/heard-texts.ts';

export const welshHeard: HeardTexts = {
  h2: 'Tri chwestiwn am y sgwrs',
  lead: 'Rydym yn cyfrif yr atebion heb eich enw. Nid ydynt yn rhan o’r ffurflen.',
  send: 'Anfon',
  skip: 'Hepgor',
  missing: (at) => `Dewiswch ateb i gwestiwn ${at}, neu hepgor y tri.`,
  unsure: 'Ni wyddom a ddaeth eich atebion. Anfonwch nhw eto: unwaith yn unig y cânt eu cyfrif.',
  ended: 'Ni ellir ateb y cwestiynau hyn mwyach. Mae atebion a ddaeth cyn hynny wedi’u cyfrif.',
  sent: 'Diolch. Mae eich atebion wedi’u cyfrif.',
  skipped: 'Mae hynny’n iawn. Ni chafodd dim ei anfon.',
};
