import type { MeaningTexts } from './meaning-texts.ts';
import { welshStatements } from './welsh-statements.ts';

/** The meanings of what is signed, in Welsh. No translator has reviewed them yet. */
export const WELSH: MeaningTexts = {
  statements: welshStatements,
  later:
    'Rwyf wedi llofnodi’r ffurflen hon o’r blaen. Gadawodd rywbeth ar agor, a gofynnwyd i mi amdano eto. Dyma fy atebion nawr. Mae popeth arall yn aros fel y llofnodais ef.',
  choices: {
    blood: 'A gawn ni roi gwaed, os oes ei angen i achub bywyd neu iechyd?',
    photographs: 'A gawn ni dynnu lluniau neu fideo ar gyfer y cofnod meddygol?',
    students: 'A gaiff myfyrwyr wylio, neu helpu dan oruchwyliaeth?',
    tissue: 'A gawn ni ddefnyddio meinwe sydd dros ben i addysgu neu i wneud ymchwil?',
  },
  answers: { ACCEPT: 'Ie', REFUSE: 'Na', DISCUSS: 'Rydw i eisiau siarad amdano', NONE: 'Heb ei ateb' },
  titles: {
    choices: 'Dewisiadau’r claf',
    ownWords: 'Yn eu geiriau eu hunain',
    text: 'Mwy am eich cydsyniad',
    signatures: 'Llofnodion',
  },
  rights: {
    title: 'Eich hawliau',
    lines: [
      'Gallwch newid eich meddwl unrhyw bryd, hyd yn oed ar ôl i chi lofnodi.',
      'Gallwch ofyn am fwy o amser, neu am farn arall.',
      'Gallwch gael rhywun gyda chi pan fyddwch yn penderfynu.',
      'Byddwch yn cael copi o’r ffurflen hon.',
    ],
  },
  starter: {
    team: 'Efallai mai aelod arall o’r tîm fydd yn gwneud y llawdriniaeth. Bydd gan yr aelod hwnnw’r profiad cywir.',
    child: 'Gall plentyn sy’n deall beth sydd wedi’i gynllunio gytuno hefyd, a gofynnir iddo.',
    awake: 'Byddwch yn effro. Ni roddir meddyginiaeth i chi sy’n eich gwneud yn gysglyd.',
    decided: 'Sut y penderfynwyd hyn',
    assessed:
      'Mae’r ffurflen hon yn cofnodi asesiad o alluedd a phenderfyniad er lles pennaf y person. Nid yw’r person yn ei llofnodi.',
  },
  onlyEnglish: 'Yn Saesneg yn unig',
  restInEnglish: 'Mae gweddill y testun hwn yn Saesneg yn unig.',
  notReviewed: 'Y Saesneg sy’n cael ei lofnodi. Mae’r Gymraeg yn dweud beth mae’n ei olygu; heb ei hadolygu.',
};
