import { WELSH } from '#domain/meanings/welsh.ts';
import type { LaterTexts } from '#src/sign/texts/later-texts.ts';

export const welshLater: LaterTexts = {
  h1: 'Rydym yn gofyn i chi eto',
  lead: 'Rydych chi wedi llofnodi’r ffurflen hon, ac mae hynny’n aros. Gadawodd rywbeth ar agor. Atebwch hynny nawr.',
  first: (answer) => `Pan lofnodoch chi: ${answer}`,
  choose: 'Dewiswch ateb. Gallwch ddweud eich bod am siarad amdano.',
  others: 'Os ydych wedi newid eich meddwl am unrhyw beth arall, dywedwch wrth y clinigydd nawr.',
  sign: {
    h1: 'Llofnodwch eich atebion',
    yours: 'Eich atebion',
    send: 'Llofnodi fy atebion',
    offline: 'Does dim rhwydwaith, felly ni chafodd eich atebion eu hanfon. Rhowch y dabled i’r clinigydd.',
    silence: 'Ni ddaeth ateb, felly ni wyddom a gafodd eich atebion eu cadw. Rhowch gynnig arall arni.',
  },
  meaning: WELSH.later,
};
