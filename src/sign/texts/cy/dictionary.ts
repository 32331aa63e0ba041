import { WELSH } from '#domain/meanings/welsh.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { dictionaryOf } from '#src/sign/texts/dictionary-of.ts';
import { welshRoles } from './by-role.ts';
import { welshFoot } from './foot-texts.ts';
import { welshForm } from './form-texts.ts';
import { welshHalt } from './halt-texts.ts';
import { welshHeard } from './heard-texts.ts';
import { welshHome } from './home-texts.ts';
import { welshLater } from './later-texts.ts';
import { welshLink } from './link-texts.ts';
import { welshReadAloud } from './read-aloud-texts.ts';
import { welshResources } from './resource-texts.ts';
import { welshRole } from './role-texts.ts';
import { welshSentences } from './sentences.ts';
import { welshUnderstanding } from './understanding-texts.ts';
import { welshTexts, welshTextsForOthers } from './texts.ts';

/** The pages in Welsh. No translator has reviewed them yet. */
export const welsh: Dictionary = dictionaryOf({
  language: 'cy',
  texts: welshTexts,
  textsForOthers: welshTextsForOthers,
  form: welshForm,
  roles: welshRoles,
  home: welshHome,
  halt: welshHalt,
  role: welshRole,
  link: welshLink,
  foot: welshFoot,
  understanding: welshUnderstanding,
  heard: welshHeard,
  later: welshLater,
  resources: welshResources,
  readAloud: welshReadAloud,
  sentences: welshSentences,
  statements: WELSH.statements,
  about: {
    comma: ', ',
    languages: 'Iaith',
    unreviewed: 'Nid yw’r cyfieithiad hwn wedi’i adolygu eto.',
    youSign: 'Rydych yn llofnodi’r geiriau Saesneg isod. Uchod mae eu hystyr.',
    noMeaning:
      'Yn Saesneg y mae’r frawddeg yr ydych yn ei llofnodi. Gofynnwch i’r clinigydd ddweud wrthych beth mae’n ei ddweud.',
    inEnglish: 'Mae’r hyn sy’n dilyn yn Saesneg. Gofynnwch i’r clinigydd ei egluro i chi.',
    onlyEnglish: `${WELSH.onlyEnglish}:`,
    notLoaded: 'Ni ddaeth yr iaith honno. Rhowch gynnig arall arni.',
  },
});
