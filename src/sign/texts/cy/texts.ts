import { WELSH_MONTHS, spelledDate } from '#domain/values/spelled-date.ts';
import { english, type Texts } from '#src/sign/texts/texts.ts';
import type { SIDES } from '#domain/base/states.ts';

const SIDE_WORDS: Readonly<Record<(typeof SIDES)[number], string>> = {
  LEFT: 'ochr CHWITH',
  RIGHT: 'ochr DDE',
  BOTH: 'Y DDWY OCHR',
  NOT_APPLICABLE: '',
};

/** Sentences around the form and of its first and last pages. */
export const welshTexts: Texts = {
  title: 'Eich ffurflen gydsynio',
  errorTitle: 'Gwall: ',
  moment: 'Un eiliad…',
  back: 'Yn ôl',
  step: (at, of) => `Cam ${at} o ${of}`,
  continue: 'Ymlaen',
  tryAgain: 'Rhowch gynnig arall arni',
  problem: 'Mae problem',
  textSize: 'Maint y testun',
  sizes: { 1: 'Testun arferol', 2: 'Testun mawr', 3: 'Testun mawr iawn' },
  readAloud: 'Darllen yn uchel',
  stopReading: 'Stopio darllen',
  // For staff, who read these pages in English.
  takeBack: english.takeBack,
  whose: 'Enw',
  born: (date) => `Ganwyd ${date}`,
  nhs: (number) => `Rhif GIG ${number}`,
  date: (date) => spelledDate(date, WELSH_MONTHS),
  side: (side) => SIDE_WORDS[side ?? 'NOT_APPLICABLE'],

  identity: {
    h1: 'Ai chi yw hwn?',
    lead: 'Edrychwch ar bob llinell.',
    name: 'Enw',
    birth: 'Dyddiad geni',
    nhs: 'Rhif GIG',
    hospital: 'Rhif ysbyty',
    yes: 'Ie, fi yw hwn',
    no: 'Na, mae rhywbeth o’i le',
  },
  wrongPerson: {
    h1: 'Rhowch y dabled yn ôl i’r clinigydd',
    lines: ['Diolch am ddweud wrthym. Dywedwch wrth y clinigydd beth sydd o’i le.'],
    mistake: 'Yn ôl, pwysais hwn mewn camgymeriad',
  },
  halted: {
    network: {
      h1: 'Gofynnwch i’r clinigydd',
      lines: [
        'Does dim rhwydwaith, felly allwn ni ddim dangos eich ffurflen.',
        'Rhowch y dabled yn ôl, neu rhowch gynnig arall arni.',
      ],
    },
    closed: {
      h1: 'Gofynnwch i’r clinigydd',
      lines: [
        'Cafodd y dudalen hon ei hagor eto, felly mae eich ffurflen wedi cau.',
        'Mae’r hyn a gadwoch ar y dabled hon yno o hyd. Rhowch y dabled yn ôl i’r clinigydd.',
      ],
    },
    ended: {
      h1: 'Gofynnwch i’r clinigydd',
      lines: ['Mae’r amser ar gyfer y ffurflen hon ar ben.', 'Rhowch y dabled yn ôl. Gall y clinigydd ddechrau eto gyda chi.'],
    },
    changed: {
      h1: 'Mae’r ffurflen wedi newid ers ei dangos',
      lines: ['Felly dydych chi ddim wedi ei llofnodi. Darllenwch y ffurflen newydd yn gyntaf.'],
    },
    insecure: {
      h1: 'Gofynnwch i’r clinigydd',
      lines: [
        'Does gan y dabled hon ddim cyswllt diogel â’r ysbyty. Allwch chi ddim llofnodi yma. Rhowch hi yn ôl i’r clinigydd.',
      ],
    },
    failed: {
      h1: 'Gofynnwch i’r clinigydd',
      lines: ['Aeth rhywbeth o’i le. Rhowch gynnig arall arni, neu rhowch y dabled yn ôl i’r clinigydd.'],
    },
    reload: 'Dangos y ffurflen eto',
  },
  network: 'Does dim rhwydwaith. Mae’r hyn a ysgrifennoch yma o hyd; ni chafodd ei anfon. Rhowch gynnig arall arni.',
  cleared: 'Mae’r dabled hon wedi colli ei storfa, felly ni chafodd ei gadw. Rhowch y dabled yn ôl i’r clinigydd.',
  full: 'Mae’r dabled hon yn llawn, felly ni chafodd ei gadw. Rhowch y dabled yn ôl i’r clinigydd.',
  failed: 'Aeth rhywbeth o’i le. Mae’r hyn a ysgrifennoch yma o hyd. Rhowch gynnig arall arni.',
  silence: 'Ni ddaeth ateb. Mae’r hyn a ysgrifennoch yma o hyd. Rhowch gynnig arall arni.',
};

/** The same for signers who sign for somebody else. */
export const welshTextsForOthers: Texts = {
  ...welshTexts,
  title: 'Ffurflen gydsynio',
  identity: { ...welshTexts.identity, h1: 'Ai hwn yw’r claf?', yes: 'Ie, mae hyn yn gywir' },
};
