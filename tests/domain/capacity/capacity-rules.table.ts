// The rules of Form 4 as a table for clinicians to read. Each row starts from the complete form below, changes some answers, and says
// what must follow. No logic: tests/domain/capacity/capacity-rules.test.ts runs it.

export const NOW = '2026-11-24T10:00:00.000Z';
export const TODAY = '2026-11-24';

export const DAUGHTER = {
  name: 'Dora Example',
  relation: 'Daughter',
  paid: false,
  how: 'PHONE',
  at: '2026-11-23T15:00:00.000Z',
  view: 'She would want it.',
  against: false,
  signs: false,
};
const SON = { ...DAUGHTER, name: 'Simon Example', relation: 'Son' };
const CARE_WORKER = { ...DAUGHTER, name: 'Carl Example', relation: 'Care worker', paid: true };
const ADVOCATE = {
  name: 'Ida Example',
  organisation: 'Example Advocacy',
  at: '2026-11-23T16:00:00.000Z',
  view: 'She seems to want to walk again.',
};

const LPA = {
  found: true,
  names: ['Ann Attorney'],
  joint: false,
  registered: true,
  seen: true,
  covers: true,
  lifeSustaining: false,
  answer: 'CONSENTS',
};
const TWO_ATTORNEYS = { ...LPA, names: ['Ann Attorney', 'Bob Attorney'] };
const DEPUTY = { ...LPA, names: ['Dee Deputy'], registered: null };
export const ADVANCE = {
  found: true,
  valid: true,
  applicable: true,
  refuses: true,
  written: true,
  signed: true,
  witnessed: true,
  evenIfLife: true,
  beforeLpa: false,
};
export const COURT_ORDER = { court: 'Court of Protection', number: 'COP 1', date: '2026-11-20', decision: 'TREAT' };
const SECOND_OPINION = {
  needed: true,
  name: 'Dr Second Example',
  role: 'Consultant',
  view: 'AGREES',
  at: '2026-11-24T09:00:00.000Z',
};
const NO_SECOND_OPINION = { needed: null, name: '', role: '', view: null, at: null };

/** Nothing is missing: an adult who cannot decide, nobody with power to decide, a daughter who was asked. */
export const COMPLETE = {
  test: {
    impairment: { present: true, nature: 'Dementia' },
    understand: { able: true, evidence: '' },
    retain: { able: false, evidence: 'Could not repeat the plan after a minute.' },
    weigh: { able: false, evidence: 'Could not compare the two choices.' },
    communicate: { able: true, evidence: '' },
    because: true,
    help: ['PLAIN_WORDS', 'KNOWN_PERSON'],
    helpNote: '',
    mayRegain: 'NO',
    canWait: null,
    waitReason: '',
    assessor: 'Dr First Example',
    assessedAt: '2026-11-20T09:00:00.000Z',
  },
  authority: {
    lpa: { found: false },
    deputy: { found: false },
    advance: { found: false },
    courtOrder: null,
    searchedHow: 'Record and daughter asked.',
  },
  people: { consulted: [DAUGHTER], nobodyReason: '', imca: null, imcaReason: '' },
  bestInterests: {
    serious: true,
    urgent: false,
    lifeSustaining: false,
    pastWishes: 'Always wanted to stay mobile.',
    beliefs: 'Not known',
    patientView: 'Points at the hip.',
    objects: false,
    takenPart: true,
    notByAgeOrLooks: true,
    notToBringDeath: true,
    options: [
      { text: 'Hip replacement', why: 'Ends the pain.' },
      { text: 'No treatment', why: 'The pain stays.' },
    ],
    leastRestrictive: 'Tablets were tried for a year.',
    restraint: { planned: false, why: '', deprives: null, authority: '' },
    reasoning: 'She will be able to walk again without pain.',
  },
  secondOpinion: NO_SECOND_OPINION,
};

/** One row: a sentence, the answers that differ, and what follows. */
type Row = readonly [
  sentence: string,
  /** by their place in the form; beside them `age`, and `statementCapacity` for the clinician's own statement */
  answers: Readonly<Record<string, unknown>>,
  follows: {
    /** each fault as `rule field`; none where the form may be sent */
    blocks?: readonly string[];
    /** CLINICIAN where the row does not say */
    decides?: string;
    /** each beside the clinician as `ROLE name must` or `ROLE name may`; none where the row does not say */
    signers?: readonly string[];
    /** rules whose finding is printed, boxed ones with `!` */
    notes?: readonly string[];
  },
];

const URGENT = { 'bestInterests.urgent': true };
const LIFE = { 'bestInterests.lifeSustaining': true };
const COURT = { 'authority.courtOrder': COURT_ORDER };
const NOBODY = { 'people.consulted': [], 'people.nobodyReason': 'No family or friends are known.' };
const SECOND_SIGNS = 'SECOND_OPINION Dr Second Example must';
const ANN_SIGNS = 'CONSULTEE Ann Attorney must';

export const ROWS: readonly Row[] = [
  ['a complete form may be sent', {}, {}],

  // A1: the age
  ['somebody of 18', { age: 18 }, {}],
  ['somebody of 102', { age: 102 }, {}],
  ['somebody of 15', { age: 15 }, { blocks: ['A1 formType'] }],
  ['a new-born child', { age: 0 }, { blocks: ['A1 formType'] }],
  ['somebody of 16 without a reason', { age: 16 }, { blocks: ['A1 people.nobodyReason'] }],
  ['somebody of 17 without a reason', { age: 17 }, { blocks: ['A1 people.nobodyReason'] }],
  ['somebody of 17, and both parents are dead', { age: 17, 'people.nobodyReason': 'Both parents are dead.' }, {}],
  ['somebody of 15, whatever the reason', { age: 15, 'people.nobodyReason': 'No parents.' }, { blocks: ['A1 formType'] }],

  // A2: able after all
  ['nobody said whether there is an impairment', { 'test.impairment.present': null }, { blocks: ['A2 test.impairment.present'] }],
  ['no impairment', { 'test.impairment.present': false }, { blocks: ['A2 test.impairment.present'] }],
  ['an impairment without its nature', { 'test.impairment.nature': '' }, { blocks: ['A2 test.impairment.nature'] }],
  ['able in all four parts', { 'test.retain.able': true, 'test.weigh.able': true }, { blocks: ['A2 test.understand.able'] }],
  ['not able in one part is enough', { 'test.retain.able': true }, {}],
  [
    'not able to communicate alone is enough',
    {
      'test.retain.able': true,
      'test.weigh.able': true,
      'test.communicate': { able: false, evidence: 'Unconscious.' },
    },
    {},
  ],
  ['not able, but not because of the impairment', { 'test.because': false }, { blocks: ['A2 test.because'] }],
  ['nobody said why the patient is not able', { 'test.because': null }, { blocks: ['A2 test.because'] }],
  ['the clinician’s statement says able', { statementCapacity: true }, { blocks: ['A2 clinicianStatement.capacity'] }],
  ['the clinician has not made the statement yet: other rules ask for it', { statementCapacity: null }, {}],

  // A3: evidence
  ['not able to retain, without evidence', { 'test.retain.evidence': '' }, { blocks: ['A3 test.retain.evidence'] }],
  ['not able to weigh, without evidence', { 'test.weigh.evidence': '' }, { blocks: ['A3 test.weigh.evidence'] }],
  ['not able to understand, without evidence', { 'test.understand.able': false }, { blocks: ['A3 test.understand.evidence'] }],
  ['not able to communicate, without evidence', { 'test.communicate.able': false }, { blocks: ['A3 test.communicate.evidence'] }],
  ['able needs no evidence', { 'test.understand': { able: true, evidence: '' } }, {}],
  ['one part was not tested', { 'test.understand.able': null }, { blocks: ['A3 test.understand.able'] }],
  ['no help and no note', { 'test.help': [] }, { blocks: ['A3 test.help'] }],
  ['no help, and a note why', { 'test.help': [], 'test.helpNote': 'Unconscious: no help is possible.' }, {}],
  ['no assessor', { 'test.assessor': '' }, { blocks: ['A3 test.assessor'] }],
  ['no time of the assessment', { 'test.assessedAt': null }, { blocks: ['A3 test.assessedAt'] }],
  ['an assessment in the future', { 'test.assessedAt': '2026-11-24T10:05:00.000Z' }, { blocks: ['A3 test.assessedAt'] }],
  ['an assessment within the difference of two clocks', { 'test.assessedAt': '2026-11-24T10:00:30.000Z' }, {}],

  // A4: may be able again
  ['nobody said whether the patient may be able again', { 'test.mayRegain': null }, { blocks: ['A4 test.mayRegain'] }],
  [
    'may be able again, and this can wait',
    { 'test.mayRegain': 'YES', 'test.canWait': true, 'test.waitReason': 'The list is tomorrow.' },
    { blocks: ['A4 test.canWait'] },
  ],
  [
    'may be able again, but this cannot wait',
    { 'test.mayRegain': 'YES', 'test.canWait': false, 'test.waitReason': 'The leg would be lost.' },
    {},
  ],
  [
    'may be able again, without a reason for not waiting',
    { 'test.mayRegain': 'YES', 'test.canWait': false },
    { blocks: ['A4 test.waitReason'] },
  ],
  [
    'may be able again, nobody said whether this can wait',
    { 'test.mayRegain': 'YES', 'test.waitReason': 'The leg would be lost.' },
    { blocks: ['A4 test.canWait'] },
  ],
  [
    'not known whether able again, with a reason for not waiting',
    { 'test.mayRegain': 'UNKNOWN', 'test.canWait': true, 'test.waitReason': 'Pain every day.' },
    {},
  ],
  [
    'not known whether able again, without a reason for not waiting',
    { 'test.mayRegain': 'UNKNOWN', 'test.canWait': false },
    { blocks: ['A4 test.waitReason'] },
  ],
  [
    'not known, assessed 7 days ago to the minute',
    {
      'test.mayRegain': 'UNKNOWN',
      'test.canWait': false,
      'test.waitReason': 'Pain.',
      'test.assessedAt': '2026-11-17T10:00:00.000Z',
    },
    {},
  ],
  [
    'not known, assessed a minute more than 7 days ago',
    {
      'test.mayRegain': 'UNKNOWN',
      'test.canWait': false,
      'test.waitReason': 'Pain.',
      'test.assessedAt': '2026-11-17T09:59:00.000Z',
    },
    { blocks: ['A4 test.assessedAt'] },
  ],
  ['never able again, assessed a year ago', { 'test.assessedAt': '2025-11-17T09:59:00.000Z' }, {}],

  // A5: the search
  ['nobody said whether there is an attorney', { 'authority.lpa.found': null }, { blocks: ['A5 authority.lpa.found'] }],
  ['nobody said whether there is a deputy', { 'authority.deputy.found': null }, { blocks: ['A5 authority.deputy.found'] }],
  [
    'nobody said whether there is an advance decision',
    { 'authority.advance.found': null },
    { blocks: ['A5 authority.advance.found'] },
  ],
  ['urgent, and it is described how one searched', { ...URGENT, 'authority.lpa.found': null }, {}],
  [
    'urgent, but nobody described how one searched',
    { ...URGENT, 'authority.lpa.found': null, 'authority.searchedHow': '' },
    { blocks: ['A5 authority.lpa.found'] },
  ],
  ['all answered needs no description', { 'authority.searchedHow': '' }, {}],
  [
    'an advance decision about which nothing is known',
    { 'authority.advance': { found: true } },
    { blocks: ['A5 authority.advance.refuses', 'A5 authority.advance.valid', 'A5 authority.advance.applicable'] },
  ],
  ['urgent, an advance decision about which nothing is known', { ...URGENT, 'authority.advance': { found: true } }, {}],
  ['an advance decision that does not refuse this', { 'authority.advance': { found: true, refuses: false } }, {}],

  // A6: a binding refusal
  [
    'an advance decision refuses this',
    { 'authority.advance': ADVANCE },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],
  [
    'a spoken advance decision refuses treatment that does not sustain life',
    { 'authority.advance': { ...ADVANCE, written: false, signed: false, witnessed: false, evenIfLife: false } },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],
  [
    'urgency does not lift a refusal',
    { ...URGENT, 'authority.advance': ADVANCE },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],
  ['a refusal that is not valid', { 'authority.advance': { ...ADVANCE, valid: false } }, {}],
  ['a refusal of something else', { 'authority.advance': { ...ADVANCE, applicable: false } }, {}],
  ['a refusal, and the court orders treatment', { ...COURT, 'authority.advance': ADVANCE }, { decides: 'COURT', notes: ['A6!'] }],
  [
    'a refusal, and the court’s order has no number',
    { 'authority.advance': ADVANCE, 'authority.courtOrder': { ...COURT_ORDER, number: '' } },
    {
      blocks: ['A6 authority.advance.refuses', 'C11 authority.courtOrder.number'],
      decides: 'ADVANCE_REFUSAL',
      notes: ['A6!'],
    },
  ],

  // A7: the form of a refusal of life-sustaining treatment
  [
    'a refusal in due form of treatment that sustains life',
    { ...LIFE, 'authority.advance': ADVANCE },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],
  ['the same, not in writing', { ...LIFE, 'authority.advance': { ...ADVANCE, written: false } }, { notes: ['A7!'] }],
  ['the same, not signed', { ...LIFE, 'authority.advance': { ...ADVANCE, signed: false } }, { notes: ['A7!'] }],
  ['the same, not witnessed', { ...LIFE, 'authority.advance': { ...ADVANCE, witnessed: false } }, { notes: ['A7!'] }],
  ['the same, without “even if life”', { ...LIFE, 'authority.advance': { ...ADVANCE, evenIfLife: false } }, { notes: ['A7!'] }],
  [
    'the same, nobody said whether it is in writing',
    { ...LIFE, 'authority.advance': { ...ADVANCE, written: null } },
    { blocks: ['A7 authority.advance.written'], notes: ['A7!'] },
  ],
  [
    'the same, nobody looked at its form',
    { ...LIFE, 'authority.advance': { ...ADVANCE, signed: null, witnessed: null, evenIfLife: null } },
    {
      blocks: ['A7 authority.advance.signed', 'A7 authority.advance.witnessed', 'A7 authority.advance.evenIfLife'],
      notes: ['A7!'],
    },
  ],

  // A8: which is newer
  [
    'a refusal older than the power of an attorney who consents',
    { 'authority.advance': { ...ADVANCE, beforeLpa: true }, 'authority.lpa': LPA },
    { decides: 'LPA', signers: [ANN_SIGNS], notes: ['A8'] },
  ],
  [
    'a refusal newer than the power of an attorney who consents',
    { 'authority.advance': ADVANCE, 'authority.lpa': LPA },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],
  [
    'a refusal older than a power that does not cover this',
    { 'authority.advance': { ...ADVANCE, beforeLpa: true }, 'authority.lpa': { ...LPA, covers: false } },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!', 'A9'] },
  ],
  [
    'a refusal older than a power that was never registered',
    { 'authority.advance': { ...ADVANCE, beforeLpa: true }, 'authority.lpa': { ...LPA, registered: false } },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!', 'A9'] },
  ],
  [
    'nobody said which of the two is newer',
    { 'authority.advance': { ...ADVANCE, beforeLpa: null }, 'authority.lpa': LPA },
    {
      blocks: ['A6 authority.advance.refuses', 'A8 authority.advance.beforeLpa'],
      decides: 'ADVANCE_REFUSAL',
      notes: ['A6!'],
    },
  ],
  [
    'an older refusal gives way to no deputy',
    { 'authority.advance': { ...ADVANCE, beforeLpa: true }, 'authority.deputy': DEPUTY },
    { blocks: ['A6 authority.advance.refuses'], decides: 'ADVANCE_REFUSAL', notes: ['A6!'] },
  ],

  // A9: power to decide this
  ['an attorney whose paper is not registered', { 'authority.lpa': { ...LPA, registered: false } }, { notes: ['A9'] }],
  ['an attorney whose paper nobody has seen', { 'authority.lpa': { ...LPA, seen: false } }, { notes: ['A9'] }],
  ['an attorney for money alone', { 'authority.lpa': { ...LPA, covers: false } }, { notes: ['A9'] }],
  ['an attorney without express power, life-sustaining', { ...LIFE, 'authority.lpa': LPA }, { notes: ['A9'] }],
  [
    'an attorney with express power, life-sustaining',
    { ...LIFE, 'authority.lpa': { ...LPA, lifeSustaining: true } },
    { decides: 'LPA', signers: [ANN_SIGNS] },
  ],
  ['a deputy for money alone', { 'authority.deputy': { ...DEPUTY, covers: false } }, { notes: ['A9'] }],
  ['a deputy whose order nobody has seen', { 'authority.deputy': { ...DEPUTY, seen: false } }, { notes: ['A9'] }],
  [
    'an attorney without power who refuses binds nobody',
    { 'authority.lpa': { ...LPA, covers: false, answer: 'REFUSES' } },
    { notes: ['A9'] },
  ],
  [
    'nobody said whether the paper is registered',
    { 'authority.lpa': { ...LPA, registered: null } },
    { blocks: ['A9 authority.lpa.registered'], notes: ['A9'] },
  ],
  [
    'nobody said whether the paper was seen, and what it covers',
    { 'authority.lpa': { ...LPA, seen: null, covers: null } },
    { blocks: ['A9 authority.lpa.seen', 'A9 authority.lpa.covers'], notes: ['A9'] },
  ],
  [
    'life-sustaining, nobody said whether the power is express',
    { ...LIFE, 'authority.lpa': { ...LPA, lifeSustaining: null } },
    { blocks: ['A9 authority.lpa.lifeSustaining'], notes: ['A9'] },
  ],
  [
    'a deputy’s order is registered nowhere',
    { 'authority.deputy': DEPUTY },
    { decides: 'DEPUTY', signers: ['CONSULTEE Dee Deputy must'] },
  ],
  [
    'urgent, an attorney of whom only the name is known',
    { ...URGENT, 'authority.lpa': { found: true, names: ['Ann Attorney'] } },
    { notes: ['A9'] },
  ],

  // A10: who signs by law
  ['one attorney consents', { 'authority.lpa': LPA }, { decides: 'LPA', signers: [ANN_SIGNS] }],
  ['two attorneys, each alone', { 'authority.lpa': TWO_ATTORNEYS }, { decides: 'LPA', signers: [ANN_SIGNS] }],
  [
    'two attorneys together',
    { 'authority.lpa': { ...TWO_ATTORNEYS, joint: true } },
    { decides: 'LPA', signers: [ANN_SIGNS, 'CONSULTEE Bob Attorney must'] },
  ],
  [
    'two attorneys, nobody said whether together',
    { 'authority.lpa': { ...TWO_ATTORNEYS, joint: null } },
    { blocks: ['A10 authority.lpa.joint'], decides: 'LPA', signers: [ANN_SIGNS] },
  ],
  ['one attorney cannot be joint', { 'authority.lpa': { ...LPA, joint: null } }, { decides: 'LPA', signers: [ANN_SIGNS] }],
  [
    'an attorney without a name',
    { 'authority.lpa': { ...LPA, names: [] } },
    { blocks: ['A10 authority.lpa.names'], decides: 'LPA' },
  ],
  ['an attorney before a deputy', { 'authority.lpa': LPA, 'authority.deputy': DEPUTY }, { decides: 'LPA', signers: [ANN_SIGNS] }],
  [
    'an attorney signs, and then nobody who was consulted',
    { 'authority.lpa': LPA, 'people.consulted': [{ ...DAUGHTER, signs: true }] },
    { decides: 'LPA', signers: [ANN_SIGNS] },
  ],
  [
    'a daughter who was consulted may sign',
    { 'people.consulted': [{ ...DAUGHTER, signs: true }] },
    { signers: ['CONSULTEE Dora Example may'] },
  ],
  [
    'two people consulted, of whom one signs',
    { 'people.consulted': [DAUGHTER, { ...SON, signs: true }] },
    { signers: ['CONSULTEE Simon Example may'] },
  ],
  [
    'an attorney without power may sign like others who were consulted',
    {
      'authority.lpa': { ...LPA, covers: false },
      'people.consulted': [{ ...DAUGHTER, name: 'Ann Attorney', signs: true }],
    },
    { signers: ['CONSULTEE Ann Attorney may'], notes: ['A9'] },
  ],

  // A11: no consent by those who decide
  [
    'the attorney refuses',
    { 'authority.lpa': { ...LPA, answer: 'REFUSES' } },
    { blocks: ['A11 authority.lpa.answer'], decides: 'LPA' },
  ],
  [
    'the attorney refuses, and it is urgent',
    { ...URGENT, 'authority.lpa': { ...LPA, answer: 'REFUSES' } },
    { blocks: ['A11 authority.lpa.answer'], decides: 'LPA' },
  ],
  [
    'the attorney was not reached',
    { 'authority.lpa': { ...LPA, answer: 'NOT_REACHED' } },
    { blocks: ['A11 authority.lpa.answer'], decides: 'LPA' },
  ],
  [
    'the attorney was not reached, and it is urgent',
    { ...URGENT, 'authority.lpa': { ...LPA, answer: 'NOT_REACHED' } },
    { notes: ['A11'] },
  ],
  [
    'the attorney was not asked',
    { 'authority.lpa': { ...LPA, answer: null } },
    { blocks: ['A11 authority.lpa.answer'], decides: 'LPA' },
  ],
  [
    'urgent, the attorney was not asked, and it is described how one searched',
    { ...URGENT, 'authority.lpa': { ...LPA, answer: null } },
    { notes: ['A11'] },
  ],
  [
    'urgent, the attorney was not asked, and nobody says why',
    { ...URGENT, 'authority.lpa': { ...LPA, answer: null }, 'authority.searchedHow': '' },
    { blocks: ['A11 authority.lpa.answer'], notes: ['A11'] },
  ],
  [
    'urgent, the attorney refuses, and nobody said whether the paper was seen',
    { ...URGENT, 'authority.lpa': { ...LPA, seen: null, answer: 'REFUSES' } },
    { blocks: ['A9 authority.lpa.seen'], notes: ['A9'] },
  ],
  [
    'urgent, life-sustaining, an advance decision of which nobody said whether it is signed',
    { ...URGENT, 'bestInterests.lifeSustaining': true, 'authority.advance': { ...ADVANCE, signed: null } },
    { blocks: ['A7 authority.advance.signed'], notes: ['A7!'] },
  ],
  [
    'the deputy refuses',
    { 'authority.deputy': { ...DEPUTY, answer: 'REFUSES' } },
    { blocks: ['A11 authority.deputy.answer'], decides: 'DEPUTY' },
  ],
  [
    'the attorney consents, so the deputy’s no does not count',
    { 'authority.lpa': LPA, 'authority.deputy': { ...DEPUTY, answer: 'REFUSES' } },
    { decides: 'LPA', signers: [ANN_SIGNS] },
  ],
  [
    'urgent, the attorney was not reached, and the deputy consents',
    { ...URGENT, 'authority.lpa': { ...LPA, answer: 'NOT_REACHED' }, 'authority.deputy': DEPUTY },
    { decides: 'DEPUTY', signers: ['CONSULTEE Dee Deputy must'], notes: ['A11'] },
  ],
  [
    'the attorney was not reached: a deputy’s yes does not replace the attorney’s',
    { 'authority.lpa': { ...LPA, answer: 'NOT_REACHED' }, 'authority.deputy': DEPUTY },
    { blocks: ['A11 authority.lpa.answer'], decides: 'LPA' },
  ],
  [
    'the attorney refuses, and the court orders treatment',
    { ...COURT, 'authority.lpa': { ...LPA, answer: 'REFUSES' } },
    { decides: 'COURT' },
  ],

  // C11: the court's order
  ['the court orders treatment', COURT, { decides: 'COURT' }],
  [
    'the court orders treatment: who was consulted may sign',
    { ...COURT, 'people.consulted': [{ ...DAUGHTER, signs: true }] },
    { decides: 'COURT', signers: ['CONSULTEE Dora Example may'] },
  ],
  [
    'the court forbids treatment',
    { 'authority.courtOrder': { ...COURT_ORDER, decision: 'DO_NOT_TREAT' } },
    { blocks: ['C11 authority.courtOrder.decision'] },
  ],
  [
    'the order is of tomorrow',
    { 'authority.courtOrder': { ...COURT_ORDER, date: '2026-11-25' } },
    { blocks: ['C11 authority.courtOrder.date'], decides: 'COURT' },
  ],
  ['the order is of today', { 'authority.courtOrder': { ...COURT_ORDER, date: TODAY } }, { decides: 'COURT' }],
  [
    'the order names no court',
    { 'authority.courtOrder': { ...COURT_ORDER, court: '' } },
    { blocks: ['C11 authority.courtOrder.court'] },
  ],

  // A12: people consulted
  ['nobody consulted', { 'people.consulted': [], 'bestInterests.serious': false }, { blocks: ['A12 people.consulted'] }],
  ['nobody consulted, with a reason', { ...NOBODY, 'bestInterests.serious': false }, {}],
  [
    'somebody consulted, without a name',
    { 'people.consulted': [{ ...DAUGHTER, name: '', signs: true }] },
    { blocks: ['A12 people.consulted.0.name'] },
  ],
  [
    'somebody consulted, without relation and view',
    { 'people.consulted': [{ ...DAUGHTER, relation: '', view: '' }] },
    { blocks: ['A12 people.consulted.0.relation', 'A12 people.consulted.0.view'] },
  ],
  [
    'the second of two is half written',
    { 'people.consulted': [DAUGHTER, { ...SON, how: null, at: null, against: null }] },
    { blocks: ['A12 people.consulted.1.how', 'A12 people.consulted.1.at', 'A12 people.consulted.1.against'] },
  ],
  [
    'somebody is to be asked tomorrow',
    { 'people.consulted': [{ ...DAUGHTER, at: '2026-11-25T10:00:00.000Z' }] },
    { blocks: ['A12 people.consulted.0.at'] },
  ],

  // A13: the advocate
  ['serious, and a care worker alone was asked', { 'people.consulted': [CARE_WORKER] }, { blocks: ['A13 people.imca'] }],
  ['serious, and nobody was asked', NOBODY, { blocks: ['A13 people.imca'] }],
  ['serious, nobody was asked, and an advocate has a view', { ...NOBODY, 'people.imca': ADVOCATE }, {}],
  [
    'serious, a care worker alone, and the advocate has no view yet',
    { 'people.consulted': [CARE_WORKER], 'people.imca': { ...ADVOCATE, view: '' } },
    { blocks: ['A13 people.imca.view'] },
  ],
  [
    'an advocate without name, organisation and time',
    { 'people.imca': { ...ADVOCATE, name: '', organisation: '', at: null } },
    { blocks: ['A13 people.imca.name', 'A13 people.imca.organisation', 'A13 people.imca.at'] },
  ],
  ['not serious, and nobody but a care worker', { 'people.consulted': [CARE_WORKER], 'bestInterests.serious': false }, {}],
  ['a care worker and a daughter', { 'people.consulted': [CARE_WORKER, DAUGHTER] }, {}],
  [
    'nobody said whether the only person is paid',
    { 'people.consulted': [{ ...DAUGHTER, paid: null }] },
    { blocks: ['A12 people.consulted.0.paid', 'A13 people.imca'] },
  ],
  [
    'urgent, no time for an advocate, with a reason',
    { ...URGENT, 'people.consulted': [CARE_WORKER], 'people.imcaReason': 'The operation is within the hour.' },
    {},
  ],
  ['urgent, without a reason', { ...URGENT, 'people.consulted': [CARE_WORKER] }, { blocks: ['A13 people.imca'] }],
  [
    'a reason that is not urgent',
    { 'people.consulted': [CARE_WORKER], 'people.imcaReason': 'No advocate is free.' },
    { blocks: ['A13 people.imca'] },
  ],
  ['an attorney speaks for the patient', { ...NOBODY, 'authority.lpa': LPA }, { decides: 'LPA', signers: [ANN_SIGNS] }],
  [
    'an attorney without power does not',
    { ...NOBODY, 'authority.lpa': { ...LPA, covers: false } },
    { blocks: ['A13 people.imca'], notes: ['A9'] },
  ],

  // A14: best interests
  ['nobody said whether this is serious', { 'bestInterests.serious': null }, { blocks: ['A14 bestInterests.serious'] }],
  ['nobody said whether this is urgent', { 'bestInterests.urgent': null }, { blocks: ['A14 bestInterests.urgent'] }],
  [
    'nobody said whether this sustains life',
    { 'bestInterests.lifeSustaining': null },
    { blocks: ['A14 bestInterests.lifeSustaining'] },
  ],
  ['no past wishes', { 'bestInterests.pastWishes': '' }, { blocks: ['A14 bestInterests.pastWishes'] }],
  ['past wishes not known', { 'bestInterests.pastWishes': 'Not known' }, {}],
  ['no beliefs', { 'bestInterests.beliefs': '' }, { blocks: ['A14 bestInterests.beliefs'] }],
  ['no view of the patient', { 'bestInterests.patientView': '' }, { blocks: ['A14 bestInterests.patientView'] }],
  ['nobody said whether the patient objects', { 'bestInterests.objects': null }, { blocks: ['A14 bestInterests.objects'] }],
  ['the patient took no part', { 'bestInterests.takenPart': false }, { blocks: ['A14 bestInterests.takenPart'] }],
  ['judged by age or looks', { 'bestInterests.notByAgeOrLooks': false }, { blocks: ['A14 bestInterests.notByAgeOrLooks'] }],
  ['a wish to bring about death', { 'bestInterests.notToBringDeath': false }, { blocks: ['A14 bestInterests.notToBringDeath'] }],
  [
    'one option alone',
    { 'bestInterests.options': [{ text: 'Hip replacement', why: 'Ends the pain.' }] },
    { blocks: ['A14 bestInterests.options'] },
  ],
  [
    'an option without what speaks for it',
    {
      'bestInterests.options': [
        { text: 'Hip replacement', why: 'Ends the pain.' },
        { text: 'No treatment', why: '' },
      ],
    },
    { blocks: ['A14 bestInterests.options.1.why'] },
  ],
  ['no word on gentler options', { 'bestInterests.leastRestrictive': '' }, { blocks: ['A14 bestInterests.leastRestrictive'] }],
  ['reasons of 19 characters', { 'bestInterests.reasoning': 'x'.repeat(19) }, { blocks: ['A14 bestInterests.reasoning'] }],
  ['reasons of 20 characters', { 'bestInterests.reasoning': 'x'.repeat(20) }, {}],
  ['reasons of 22 characters with blanks', { 'bestInterests.reasoning': 'Best for her: no pain.' }, {}],
  [
    'reasons of blanks',
    { 'bestInterests.reasoning': ` ${'. '.repeat(3)}${' '.repeat(30)}` },
    { blocks: ['A14 bestInterests.reasoning'] },
  ],

  // A15: restraint
  [
    'nobody said whether restraint is planned',
    { 'bestInterests.restraint.planned': null },
    { blocks: ['A15 bestInterests.restraint.planned'] },
  ],
  [
    'restraint without why',
    { 'bestInterests.restraint': { planned: true, deprives: false } },
    { blocks: ['A15 bestInterests.restraint.why'] },
  ],
  [
    'restraint with why',
    { 'bestInterests.restraint': { planned: true, why: 'A hand is held for the needle.', deprives: false } },
    {},
  ],
  [
    'nobody said whether liberty is taken away',
    { 'bestInterests.restraint': { planned: true, why: 'Mittens.' } },
    { blocks: ['A15 bestInterests.restraint.deprives'] },
  ],
  [
    'liberty is taken away without authority',
    { 'bestInterests.restraint': { planned: true, why: 'Two days in a locked ward.', deprives: true } },
    { blocks: ['A15 bestInterests.restraint.authority'] },
  ],
  [
    'liberty is taken away with authority',
    {
      'bestInterests.restraint': {
        planned: true,
        why: 'Two days in a locked ward.',
        deprives: true,
        authority: 'Urgent authorisation',
      },
    },
    {},
  ],

  // A16, A17: the second opinion
  [
    'the patient objects to serious treatment, and another clinician agrees',
    { 'bestInterests.objects': true, secondOpinion: SECOND_OPINION },
    { signers: [SECOND_SIGNS] },
  ],
  [
    'the patient objects to serious treatment, and “needed” says no',
    { 'bestInterests.objects': true, secondOpinion: { ...SECOND_OPINION, needed: false } },
    { blocks: ['A16 secondOpinion.needed'], signers: [SECOND_SIGNS] },
  ],
  [
    'the patient objects to serious treatment, and there is no second opinion',
    { 'bestInterests.objects': true },
    {
      blocks: ['A17 secondOpinion.name', 'A17 secondOpinion.role', 'A17 secondOpinion.view', 'A17 secondOpinion.at'],
      signers: ['SECOND_OPINION  must'],
    },
  ],
  ['the patient objects to treatment that is not serious', { 'bestInterests.objects': true, 'bestInterests.serious': false }, {}],
  [
    'a son is against it, and another clinician agrees with it',
    { 'people.consulted': [DAUGHTER, { ...SON, against: true }], secondOpinion: { ...SECOND_OPINION, needed: null } },
    { signers: [SECOND_SIGNS] },
  ],
  [
    'a son is against it, and “needed” says no',
    {
      'people.consulted': [{ ...SON, against: true }],
      secondOpinion: { ...SECOND_OPINION, needed: false },
    },
    { blocks: ['A16 secondOpinion.needed'], signers: [SECOND_SIGNS] },
  ],
  [
    'a son against it signs, before the second opinion',
    { 'people.consulted': [{ ...SON, against: true, signs: true }], secondOpinion: SECOND_OPINION },
    { signers: ['CONSULTEE Simon Example may', SECOND_SIGNS] },
  ],
  [
    'an attorney consents, a son is against it: both kinds sign',
    { 'authority.lpa': LPA, 'people.consulted': [{ ...SON, against: true, signs: true }], secondOpinion: SECOND_OPINION },
    { decides: 'LPA', signers: [ANN_SIGNS, SECOND_SIGNS] },
  ],
  ['the clinician asks for a second opinion of their own accord', { secondOpinion: SECOND_OPINION }, { signers: [SECOND_SIGNS] }],
  [
    'the clinician asks for one, and it is not there yet',
    { secondOpinion: { ...SECOND_OPINION, view: null, at: null } },
    { blocks: ['A17 secondOpinion.view', 'A17 secondOpinion.at'], signers: [SECOND_SIGNS] },
  ],
  [
    'the second opinion does not agree',
    { secondOpinion: { ...SECOND_OPINION, view: 'DISAGREES' } },
    { blocks: ['A17 secondOpinion.view'], signers: [SECOND_SIGNS] },
  ],
  [
    'a second opinion that was not needed does not agree',
    { secondOpinion: { ...SECOND_OPINION, needed: false, view: 'DISAGREES' } },
    { blocks: ['A17 secondOpinion.view'] },
  ],
  [
    'the second opinion is by the clinician who signs',
    { secondOpinion: { ...SECOND_OPINION, name: 'Dr First Example' } },
    { blocks: ['A17 secondOpinion.name'], signers: ['SECOND_OPINION Dr First Example must'] },
  ],
  [
    'the same in another spelling',
    { secondOpinion: { ...SECOND_OPINION, name: 'Prof. FIRST  Exámple' } },
    { blocks: ['A17 secondOpinion.name'], signers: ['SECOND_OPINION Prof. FIRST  Exámple must'] },
  ],
  [
    'a second opinion of tomorrow',
    { secondOpinion: { ...SECOND_OPINION, at: '2026-11-25T09:00:00.000Z' } },
    { blocks: ['A17 secondOpinion.at'], signers: [SECOND_SIGNS] },
  ],
  [
    'the patient objects, the court orders treatment: no second opinion is needed',
    { ...COURT, 'bestInterests.objects': true, 'secondOpinion.needed': false },
    { decides: 'COURT' },
  ],
  [
    'the second opinion does not agree, and the court orders treatment',
    { ...COURT, secondOpinion: { ...SECOND_OPINION, view: 'DISAGREES' } },
    { decides: 'COURT' },
  ],
  [
    'the court does not lift who may give the second opinion',
    { ...COURT, secondOpinion: { ...SECOND_OPINION, name: 'First Example' } },
    { blocks: ['A17 secondOpinion.name'], decides: 'COURT' },
  ],
];

/** A18: the effect of a no after the form was sent. */
export const DECLINES = [
  ['an attorney who must sign', 'CONSULTEE', true, { status: 'DECLINED', notifiesClinician: true, isNoteBoxed: false }],
  ['a second opinion', 'SECOND_OPINION', true, { status: 'DECLINED', notifiesClinician: true, isNoteBoxed: false }],
  ['somebody consulted who may sign', 'CONSULTEE', false, { status: null, notifiesClinician: false, isNoteBoxed: true }],
] as const;
