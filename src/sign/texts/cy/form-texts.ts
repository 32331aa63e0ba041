import { WELSH } from '#domain/meanings/welsh.ts';
import { formatCount } from '#domain/base/format-count.ts';
import type { FormattedFrequency, FrequencyWord } from '#domain/library/frequency.ts';
import type { FormTexts } from '#src/sign/texts/form-texts.ts';

const FREQUENCY: Readonly<Record<FrequencyWord, string>> = {
  'very common': 'cyffredin iawn',
  common: 'cyffredin',
  uncommon: 'anghyffredin',
  rare: 'prin',
  'very rare': 'prin iawn',
};

/** Sentences of the form pages. */
export const welshForm: FormTexts = {
  plan: {
    h1: 'Beth sydd wedi’i gynllunio',
    lead: (clinician) => `Siaradodd ${clinician} â chi am hyn.`,
    anaesthetic: 'Sut y byddwn yn eich cadw’n gyfforddus',
    interpreter: 'Pwy sy’n cyfieithu ar y pryd i chi',
    interprets: (name, language) => `${name}, ${language}`,
    noInterpreter: 'Does dim cyfieithydd.',
    statement: 'Yn eu geiriau eu hunain:',
    childSaidNo: 'Dywedodd y plentyn na wrth hyn',
    check: 'Os nad dyma’r hyn y buoch yn siarad amdano, dewiswch “Stopio yma” a dywedwch wrth y clinigydd cyn mynd ymlaen.',
  },
  anaesthetic: {
    GENERAL: 'Byddwch yn cysgu (anesthetig cyffredinol).',
    REGIONAL: 'Bydd rhan o’ch corff heb deimlad (anesthetig rhanbarthol).',
    LOCAL: 'Bydd y man heb deimlad (anesthetig lleol).',
    SEDATION: 'Byddwch yn dawel ac yn gysglyd (tawelydd).',
    NONE: 'Does dim angen anesthetig arnoch.',
  },
  interpreterMode: { IN_PERSON: 'yma gyda chi', PHONE: 'dros y ffôn', VIDEO: 'dros fideo', BSL: 'mewn Iaith Arwyddion Prydain' },
  benefits: { h1: 'Beth yw ei ddiben', none: 'Bydd eich clinigydd yn dweud wrthych beth yw ei ddiben.' },
  risks: {
    h1: 'Beth all fynd o’i le',
    dots: (people) => `Mae pob llun yn dangos ${people} o bobl. Mae pob dot lliw yn un person y mae’n digwydd iddo.`,
    figure: figureWords,
    figureWord: (word) => FREQUENCY[word],
    noFigure: 'Does gennym ni ddim rhif dibynadwy ar gyfer hyn.',
    personal: 'Oherwydd eich iechyd chi',
    removed: 'Wedi’i adael allan i chi',
    removedLead: 'Mae’r risgiau hyn yn aml ar restr. Gadawodd eich clinigydd nhw allan, ac mae’n dweud pam.',
    none: 'Does dim risgiau ar y rhestr. Gofynnwch i’ch clinigydd.',
    alsoFor: (procedures) => `Hefyd ar gyfer: ${procedures}`,
    shared: (risks) => `Hefyd ar gyfer hyn, ac ar y rhestr o’r blaen: ${risks}`,
    exact: (figure) => `Union rif: ${figure.replace(' in ', ' o bob ')}`,
    bound: ({ people, over }) =>
      `Gall ddigwydd o hyd: byddai hyd at ${people} o bob ${formatCount(over)} yn cyd-fynd â’r cyfrif hwn`,
    source: 'Ffynhonnell:',
  },
  other: {
    h1: 'Eich dewisiadau eraill',
    lead: 'Yn lle’r driniaeth hon gallech gael:',
    none: 'Gallwch hefyd ddewis dim triniaeth. Gall eich clinigydd ddweud wrthych beth all ddigwydd wedyn.',
  },
  form: { h1: WELSH.titles.text },
  matters: {
    h1: 'Beth sy’n bwysig i chi?',
    lead: 'Dywedwch wrthym beth sy’n bwysig yn eich bywyd. Mae’n ein helpu i ddewis beth sy’n iawn i chi.',
    label: 'Beth sy’n bwysig i mi',
    hint: 'Gallwch adael hwn yn wag.',
    nothing: 'Does dim byd wedi’i ysgrifennu yma.',
  },
  choices: {
    h1: 'Pethau eraill y mae angen i ni eu gofyn',
    lead: 'Gallwch ddweud ie neu na i bob un, neu siarad amdano yn gyntaf.',
    refusals: 'Eich gwrthodiadau',
    ACCEPT: WELSH.answers.ACCEPT,
    REFUSE: WELSH.answers.REFUSE,
    DISCUSS: WELSH.answers.DISCUSS,
    none: WELSH.answers.NONE,
    unanswered: 'Dydych chi ddim wedi ateb:',
    leaveAsk: 'Ydych chi eisiau gadael hyn am y tro?',
    answerNow: 'Ateb nawr',
    leave: 'Ei adael am y tro',
  },
  fixed: 'Mae rhywun wedi llofnodi’r ffurflen hon, felly allwch chi ddim newid yr atebion hyn nawr.',
  question: {
    h1: 'Oes gennych chi gwestiwn?',
    lead: 'Gallwch ofyn unrhyw beth. Peidiwch â llofnodi nes eich bod yn barod.',
    no: 'Nac oes',
    yes: 'Oes',
    choose: 'Dewiswch oes neu nac oes',
    label: 'Beth hoffech chi ei ofyn?',
    empty: 'Ysgrifennwch eich cwestiwn, neu dewiswch “Nac oes”',
    send: 'Anfon fy nghwestiwn',
    offline: 'Does dim rhwydwaith, felly allwn ni ddim anfon eich cwestiwn. Gofynnwch i’r clinigydd eich hun.',
    silence:
      'Ni ddaeth ateb, felly efallai na chafodd eich cwestiwn ei anfon. Rhowch gynnig arall arni, neu gofynnwch i’r clinigydd eich hun.',
    asked: 'Eich cwestiwn chi',
    answer: (name) => `Ateb gan ${name}`,
    waiting: 'Siaradwch â’r clinigydd',
    waitingLead: 'Gofynnoch chi gwestiwn. Gallwch lofnodi pan fydd gennych yr ateb.',
    waitingOther: 'Mae cwestiwn ar agor o hyd. Gallwch lofnodi pan fydd ateb iddo.',
    waitingNext: 'Rhowch y dabled yn ôl i’r clinigydd nawr. Gallwch hefyd fynd yn ôl a darllen eto.',
  },
  check: {
    h1: 'Edrychwch cyn llofnodi',
    planned: 'Beth sydd wedi’i gynllunio',
    matters: 'Beth sy’n bwysig i chi',
    change: 'Newid',
    question: 'Eich cwestiynau',
    noQuestion: 'Dim cwestiynau',
    answered: 'Mae ateb i bob un o’ch cwestiynau.',
    signers: 'Pwy sy’n llofnodi',
    version: 'Ffurflen',
    versionOf: (number) => `Fersiwn ${number}`,
    nothing: 'Does dim byd wedi’i ysgrifennu yma',
    talk: 'Rydych chi eisiau siarad am rywbeth. Siaradwch â’r clinigydd cyn llofnodi.',
  },
  sign: {
    h1: 'Llofnodwch i ddweud eich bod yn cytuno',
    says: 'Drwy lofnodi rydych yn dweud:',
    readAll: 'Darllen y cyfan',
    how: 'Sut hoffech chi lofnodi?',
    DRAWN: 'Ysgrifennu â llaw',
    TYPED: 'Teipio fy enw',
    MARK_WITNESSED: 'Gwneud marc',
    VERBAL_WITNESSED: 'Ei ddweud',
    pad: 'Blwch ar gyfer eich llofnod',
    padHint: 'Llofnodwch yn y blwch â’ch bys neu â phen.',
    markHint: 'Gwnewch unrhyw farc yn y blwch, fel croes. Rhaid i aelod o staff neu berthynas eich gweld yn gwneud hynny.',
    sayHint: 'Dywedwch yn uchel eich bod yn cytuno. Rhaid i aelod o staff neu berthynas eich clywed.',
    typeHint: 'Teipiwch eich enw fel y byddech yn ei lofnodi.',
    typeLabel: 'Eich enw',
    undo: 'Dadwneud',
    clear: 'Clirio',
    witness: 'Eich tyst',
    witnessName: 'Enw eich tyst',
    witnessRole: 'Pwy yw eich tyst?',
    witnessRoleHint: 'Er enghraifft: nyrs, neu ferch',
    witnessBy: 'Sut mae’r tyst yn llofnodi?',
    witnessByHint: 'Rhaid i’r tyst fod yn 18 oed neu’n hŷn.',
    witnessDRAWN: 'Ysgrifennu â llaw',
    witnessTYPED: 'Teipio’r enw',
    witnessLATER: 'Ar adeg arall',
    witnessPad: 'Blwch ar gyfer llofnod y tyst',
    witnessSays: 'Drwy lofnodi mae’r tyst yn dweud:',
    witnessAdult: 'Ydy’r tyst yn 18 oed neu’n hŷn?',
    adult: 'Ydych chi’n 18 oed neu’n hŷn?',
    noWitnessAdult: 'Dywedwch a yw’r tyst yn 18 oed neu’n hŷn',
    witnessTooYoung: 'Rhaid i’r tyst fod yn 18 oed neu’n hŷn. Gofynnwch i rywun arall.',
    noWitnessBy: 'Dewiswch sut mae’r tyst yn llofnodi',
    noWitnessInk: 'Rhaid i’r tyst lofnodi yn y blwch',
    noWitnessTyped: 'Teipiwch enw’r tyst',
    witnessIsClinician: 'All y clinigydd ar y ffurflen hon ddim bod yn dyst. Gofynnwch i rywun arall.',
    witnessIsInterpreter: 'All y cyfieithydd ddim bod yn dyst. Gofynnwch i rywun arall.',
    witnessIsSigner: 'Rhaid i’r tyst fod yn rhywun arall, nid un sy’n llofnodi yma.',
    comments: 'Ydych chi eisiau ychwanegu unrhyw beth?',
    commentsHint: 'Gallwch adael hwn yn wag.',
    noInk: 'Llofnodwch yn y blwch',
    dot: 'Does dim digon yn y blwch. Llofnodwch â llinell hirach',
    noMark: 'Gwnewch farc yn y blwch',
    noTyped: 'Ysgrifennwch eich enw',
    unlikeName: (signature, name) =>
      `Fe wnaethoch chi deipio ${signature}. Mae’r ffurflen hon ar gyfer ${name}. Ai fel hyn rydych chi’n llofnodi? Yna pwyswch y botwm eto.`,
    unlikeWitness: (signature, name) =>
      `Fe wnaeth y tyst deipio ${signature}, ond ${name} yw’r enw uchod. Ai fel hyn mae’r tyst yn llofnodi? Yna pwyswch y botwm eto.`,
    noWitnessName: 'Ysgrifennwch enw eich tyst',
    noWitnessRole: 'Ysgrifennwch pwy yw eich tyst, er enghraifft: nyrs, merch',
    send: 'Rydw i’n cytuno ac yn llofnodi',
    sending: 'Yn anfon…',
    later: 'Mae angen mwy o amser arna i',
    decline: 'Dydw i ddim yn cytuno',
    offline: 'Does dim rhwydwaith. Mae eich llofnod yma o hyd; ni chafodd ei anfon. Rhowch gynnig arall arni.',
    silence:
      'Ni ddaeth ateb. Mae eich llofnod yma o hyd. Dydyn ni ddim yn gwybod eto a gafodd ei anfon. Rhowch gynnig arall arni: dim ond unwaith y mae’n cyfrif.',
  },
  stop: {
    link: 'Stopio yma',
    h1: 'Ydych chi eisiau stopio yma?',
    lead: 'Dydych chi ddim wedi llofnodi. Gallwch wneud un o’r rhain, neu fynd yn ôl a darllen ymlaen.',
    tablet: 'Gallwch hefyd roi’r dabled yn ôl i’r clinigydd.',
    ask: 'Gofyn cwestiwn',
  },
  later: {
    h1: 'Oes angen mwy o amser arnoch?',
    lead: 'Cymerwch gymaint o amser ag sydd ei angen. Ni fydd yn effeithio ar eich gofal.',
    label: 'Ydych chi eisiau dweud wrthym pam?',
    hint: 'Gallwch adael hwn yn wag.',
    send: 'Oes, mae angen mwy o amser arna i',
  },
  decline: {
    h1: 'Ydych chi eisiau dweud na?',
    lead: 'Gallwch ddweud na. Byddwn yn gofalu amdanoch o hyd.',
    label: 'Ydych chi eisiau dweud wrthym pam?',
    hint: 'Gallwch adael hwn yn wag.',
    send: 'Dydw i ddim eisiau hyn',
  },
  over: {
    signed: {
      h1: 'Diolch. Rydych chi wedi llofnodi.',
      lines: [
        'Beth sy’n digwydd nesaf: mae’r clinigydd yn llofnodi hefyd. Ar ôl hynny, all neb newid y ffurflen.',
        'Bydd yr ysbyty yn rhoi copi i chi.',
        'Gallwch newid eich meddwl unrhyw bryd, hyd yn oed ar y diwrnod. Dywedwch wrth aelod o staff.',
      ],
    },
    answered: {
      h1: 'Diolch. Rydych chi wedi ateb.',
      lines: [
        'Mae eich atebion yn sefyll wrth ymyl yr hyn a lofnodoch chi o’r blaen.',
        'Gallwch newid eich meddwl unrhyw bryd, hyd yn oed ar y diwrnod. Dywedwch wrth aelod o staff.',
      ],
    },
    declined: {
      h1: 'Rydych chi wedi dweud na',
      lines: [
        'Ni fydd dim yn cael ei wneud heb i chi gytuno.',
        'Bydd eich clinigydd yn siarad â chi am beth sy’n digwydd nesaf.',
        'Gallwch newid eich meddwl unrhyw bryd.',
      ],
    },
    later: {
      h1: 'Gofynnoch chi am fwy o amser',
      lines: ['Bydd eich clinigydd yn siarad â chi.', 'Gallwch ddweud ie neu na o hyd yn nes ymlaen.'],
    },
    queued: 'Wedi’i gadw ar y dabled hon. Caiff ei anfon i’r ysbyty pan fydd rhwydwaith.',
    giveBack: 'Rhowch y dabled yn ôl i’r clinigydd.',
  },
};

function figureWords({ kind, num, den, filled, isBetween }: FormattedFrequency, over: 100 | 1000): string {
  if (kind === 'rate') return `${countWords(filled, isBetween)} o bob ${formatCount(over)} o bobl`;
  if (kind === 'counted') return `${formatCount(num)} o’r ${formatCount(den)} o bobl a gafodd eu cyfrif`;
  const none = `Neb o’r ${formatCount(den)} o bobl a gafodd eu cyfrif`;
  return kind === 'none' ? none : `${none}: rhy ychydig i ddweud pa mor aml`;
}

function countWords(filled: number, isBetween: boolean): string {
  if (!isBetween) return formatCount(filled);
  return filled === 0 ? 'llai nag 1' : `rhwng ${filled} a ${filled + 1}`;
}
