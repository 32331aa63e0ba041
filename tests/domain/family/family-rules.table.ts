import type { Child, GillickAssessment } from '#domain/family/child.ts';
import type { CourtOrder } from '#domain/family/court-order.ts';
import type { CapacityTestResult } from '#domain/family/family-form.ts';
import type { Disagreement, DisagreementDraft, Family } from '#domain/family/family.ts';
import type { Parent, Responsibility } from '#domain/family/parent.ts';
import type { FormType } from '#domain/forms/form-types.ts';

/** The day of signing in every row. */
export const TODAY = '2026-08-06';
const YESTERDAY = '2026-08-05';
const TOMORROW = '2026-08-07';

/** A form in a row: the family's part, and the facts around it. */
export type Scenario = Family & {
  formType: FormType;
  ability: CapacityTestResult;
  anaesthetics: readonly string[];
  interpreter: { name: string; isPatient?: boolean } | null;
};

/** A sentence, the age, what differs from the usual form, the rules that block it, and who signs (a question mark: need not). */
export type Row = [sentence: string, age: string, change: Partial<Scenario>, blocks: string, signers?: string];

const mother: Parent = {
  id: '018f0000-0000-7000-8000-00000000000a',
  name: 'Ada Demo',
  relation: 'Mother',
  responsibility: 'MOTHER',
  detail: '',
  order: null,
  emailAddress: 'ada@example.org',
  signs: true,
  under16: false,
  answer: 'NOT_ASKED',
  answeredHow: null,
  note: '',
};
const father: Parent = {
  ...mother,
  id: '018f0000-0000-7000-8000-00000000000b',
  name: 'Ben Demo',
  relation: 'Father',
  responsibility: 'FATHER_REGISTERED',
  emailAddress: null,
  signs: false,
};
const fatherSigns: Parent = { ...father, signs: true };
const fatherAgrees: Parent = { ...father, answer: 'AGREES', answeredHow: 'PHONE' };
const fatherDisagrees: Parent = { ...father, answer: 'DISAGREES', answeredHow: 'LETTER' };

const careOrder = { kind: 'CARE', court: 'Demo Family Court', number: 'D1', date: YESTERDAY } as const;
const authority: Parent = {
  ...mother,
  id: '018f0000-0000-7000-8000-00000000000c',
  name: 'Cleo Demo',
  relation: 'Social worker',
  responsibility: 'LOCAL_AUTHORITY',
  detail: 'Demo Council, team manager',
  order: careOrder,
};
const authorityListed: Parent = { ...authority, signs: false };

const child: Child = { agreement: 'AGREES', note: '', signs: false, gillick: null, tellParents: 'YES', encouraged: null };
const gillick: GillickAssessment = {
  able: true,
  reason: 'Explained the operation back in own words',
  assessor: 'Dr Demo',
  assessedAt: '2026-08-06T09:00:00.000Z',
  points: { treatment: true, risks: true, alternatives: true, weighs: true, free: true },
};
const notAble: GillickAssessment = { ...gillick, able: false, points: { ...gillick.points, weighs: false } };
const able: Child = { ...child, gillick };
const unable: Child = { ...child, gillick: notAble };
const saysNo: Child = { ...child, agreement: 'DISAGREES', note: 'Is afraid of the needle' };

const treat: CourtOrder = { court: 'Demo High Court', number: 'H1', date: YESTERDAY, decision: 'TREAT' };
const settled: Disagreement = {
  outcome: 'NOT_SETTLED',
  note: 'Talked with both adults',
  courtOrder: null,
  recordedBy: 'Dr Demo',
  at: '2026-08-06T09:00:00.000Z',
};
const courtDecides: Disagreement = { ...settled, outcome: 'COURT_ORDER', courtOrder: treat };

/** The usual form: Form 2, the mother signs, the child agrees. */
export const USUAL: Scenario = {
  formType: 'FORM_2',
  basis: 'PARENT',
  parents: [mother],
  lookedAfter: 'NO',
  needsAllAdults: false,
  disagreement: null,
  child,
  ability: 'NOT_TESTED',
  anaesthetics: ['LOCAL'],
  interpreter: null,
};

const notAbleFrom16: Partial<Scenario> = { ability: 'NOT_ABLE' };
const childDecides: Partial<Scenario> = { basis: 'CHILD', parents: [], child: able };
const courtConsents: Partial<Scenario> = { basis: 'COURT', parents: [], disagreement: courtDecides };
const CHILDREN = ['0y 0d', '5y 0d', '11y 0d', '15y 364d'];
const MINORS: readonly [string, Partial<Scenario>][] = [
  ...CHILDREN.map((age): [string, Partial<Scenario>] => [age, {}]),
  ['16y 0d', notAbleFrom16],
  ['17y 364d', notAbleFrom16],
];

const whoMayUseForm2: Row[] = [
  ['the mother of a newborn signs', '0y 0d', {}, '', 'PARENT'],
  ['the mother of a child of five signs', '5y 0d', {}, '', 'PARENT'],
  ['the mother of a child of eleven signs', '11y 0d', {}, '', 'PARENT'],
  ['the mother signs on the day before the 16th birthday', '15y 364d', {}, '', 'PARENT'],
  ['the mother signs on the 16th birthday, without a test', '16y 0d', {}, 'C1'],
  ['the mother signs on the 16th birthday, the test says able', '16y 0d', { ability: 'ABLE' }, 'C1'],
  ['the mother signs on the 16th birthday, the test says not able', '16y 0d', notAbleFrom16, '', 'PARENT'],
  ['the mother signs on the day before the 18th birthday, without a test', '17y 364d', {}, 'C1'],
  ['the mother signs on the day before the 18th birthday, the test says able', '17y 364d', { ability: 'ABLE' }, 'C1'],
  ['the mother signs on the day before the 18th birthday, the test says not able', '17y 364d', notAbleFrom16, '', 'PARENT'],
  ['the mother signs on the 18th birthday', '18y 0d', {}, 'C1'],
  ['the mother signs on the 18th birthday, the test says not able', '18y 0d', notAbleFrom16, 'C1'],
  ['an adult form that was started as Form 2, and is empty', '40y 0d', { basis: null, parents: [], lookedAfter: null }, 'C1'],
  ['a test from 16 says nothing about a child of 15', '15y 364d', { ability: 'ABLE' }, '', 'PARENT'],
  ['somebody of 16 who is not able decides', '16y 0d', { ...notAbleFrom16, basis: 'CHILD', parents: [] }, 'C2'],
  ['somebody of 17 who is not able decides, with an old Gillick part', '17y 364d', { ...notAbleFrom16, ...childDecides }, 'C2'],
  [
    'a child of 15 decides by the Gillick part, whatever a capacity test says',
    '15y 364d',
    { ...notAbleFrom16, ...childDecides },
    '',
    'CHILD',
  ],
  ['a court consents for somebody of 17 who is not able', '17y 364d', { ...notAbleFrom16, ...courtConsents }, '', ''],
];

const whoDecides: Row[] = [
  ['nobody was chosen to decide', '11y 0d', { basis: null }, 'C3'],
  ['a parent decides, and no adult is listed', '11y 0d', { parents: [] }, 'C3'],
  ['a parent decides, and the listed adult does not sign', '11y 0d', { parents: [fatherAgrees] }, 'C3'],
  ['two parents sign', '11y 0d', { parents: [mother, fatherSigns] }, '', 'PARENT PARENT'],
  ['one parent signs, the other agrees by telephone', '11y 0d', { parents: [mother, fatherAgrees] }, '', 'PARENT'],
  ['one parent signs, the other could not be asked', '11y 0d', { parents: [mother, father] }, '', 'PARENT'],
  ['an adult without a name signs', '11y 0d', { parents: [{ ...mother, name: '' }] }, 'C4'],
  ['an adult without a name is listed', '11y 0d', { parents: [mother, { ...fatherAgrees, name: '' }] }, 'C4'],
  ['an adult signs, and an answer is reported too', '11y 0d', { parents: [{ ...mother, answer: 'AGREES' }] }, 'C4'],
  ['an adult signs, and a way of answering is reported too', '11y 0d', { parents: [{ ...mother, answeredHow: 'PHONE' }] }, 'C4'],
  ['an adult who signs is reported to disagree', '11y 0d', { parents: [{ ...mother, answer: 'DISAGREES' }] }, 'C4'],
  [
    'a mother under 16 signs, and no note says how she was judged able',
    '0y 0d',
    { parents: [{ ...mother, under16: true }] },
    'C4',
  ],
  [
    'a mother under 16 signs, and a note says how she was judged able',
    '0y 0d',
    { parents: [{ ...mother, under16: true, note: 'Explained it back, decides freely' }] },
    '',
    'PARENT',
  ],
  ['an adult without responsibility signs', '11y 0d', { parents: [{ ...mother, responsibility: null }] }, 'C4'],
  [
    'a grandmother without responsibility is listed and agrees',
    '11y 0d',
    { parents: [mother, { ...fatherAgrees, responsibility: null }] },
    '',
  ],
  [
    'an adult who only answers needs no proof',
    '11y 0d',
    { parents: [mother, { ...fatherAgrees, responsibility: 'GUARDIAN' }] },
    '',
  ],
];

const proofs: Record<Responsibility, Partial<Parent>> = {
  MOTHER: {},
  FATHER_MARRIED: {},
  FATHER_REGISTERED: {},
  SECOND_PARENT: {},
  ADOPTIVE: {},
  AGREEMENT: {},
  STEP_PARENT_AGREED: {},
  COURT_ORDER: { order: { ...careOrder, kind: 'PARENTAL_RESPONSIBILITY' } },
  GUARDIAN: { order: { kind: 'WILL', court: '', number: '', date: YESTERDAY } },
  LOCAL_AUTHORITY: { order: careOrder, detail: 'Demo Council, team manager' },
  DELEGATED: { detail: 'By the mother, for this tooth, paper of 1 August 2026' },
  OTHER: { detail: 'Cares for the child, section 3(5)' },
};
const grounds = Object.entries(proofs) as [Responsibility, Partial<Parent>][];

const responsibilities: Row[] = grounds.flatMap(([responsibility, proof]): Row[] => {
  const lookedAfter: Family['lookedAfter'] = responsibility === 'LOCAL_AUTHORITY' ? 'ORDER' : 'NO';
  const signing = (change: Partial<Parent>) => ({ lookedAfter, parents: [{ ...mother, responsibility, ...change }] });
  const needsProof = Object.keys(proof).length > 0;
  return [
    ...MINORS.map(([age, other]): Row => [
      `${responsibility} signs, with proof`,
      age,
      { ...other, ...signing(proof) },
      '',
      'PARENT',
    ]),
    [`${responsibility} signs, without proof`, '11y 0d', signing({}), needsProof ? 'C4' : '', 'PARENT'],
  ];
});

const ordered = (order: Partial<NonNullable<Parent['order']>>) => ({
  parents: [{ ...mother, responsibility: 'COURT_ORDER' as const, order: { ...careOrder, ...order } }],
});
const delegated = { parents: [{ ...mother, responsibility: 'DELEGATED' as const, ...proofs.DELEGATED }] };

const ordersAndDelegation: Row[] = [
  ['an order without its kind', '5y 0d', ordered({ kind: null }), 'C4'],
  ['an order without a court', '5y 0d', ordered({ court: '' }), 'C4'],
  ['an order without a number', '5y 0d', ordered({ number: '' }), 'C4'],
  ['an order without a date', '5y 0d', ordered({ date: null }), 'C4'],
  ['an order of today', '5y 0d', ordered({ date: TODAY }), '', 'PARENT'],
  ['an order of tomorrow', '5y 0d', ordered({ date: TOMORROW }), 'C4'],
  ['a will of tomorrow', '5y 0d', ordered({ kind: 'WILL', court: '', number: '', date: TOMORROW }), 'C4'],
  ['a will without a date', '5y 0d', ordered({ kind: 'WILL', court: '', number: '', date: null }), 'C4'],
  [
    'a local authority with an order, and no officer named',
    '5y 0d',
    { lookedAfter: 'ORDER', parents: [{ ...authority, detail: '' }] },
    'C4',
  ],
  ['a childminder signs, a local anaesthetic', '5y 0d', { ...delegated, anaesthetics: ['LOCAL'] }, '', 'PARENT'],
  ['a childminder signs, no anaesthetic', '5y 0d', { ...delegated, anaesthetics: [] }, '', 'PARENT'],
  ['a childminder signs, a general anaesthetic', '5y 0d', { ...delegated, anaesthetics: ['GENERAL'] }, 'C5'],
  ['a childminder signs, sedation', '5y 0d', { ...delegated, anaesthetics: ['LOCAL', 'SEDATION'] }, 'C5'],
  ['the mother signs, a general anaesthetic', '5y 0d', { anaesthetics: ['GENERAL'] }, '', 'PARENT'],
  [
    'a childminder is listed, the mother signs, a general anaesthetic',
    '5y 0d',
    { parents: [mother, { ...fatherAgrees, responsibility: 'DELEGATED' }], anaesthetics: ['GENERAL'] },
    '',
    'PARENT',
  ],
];

const lookedAfterChildren: Row[] = [
  ['nobody asked whether the child is looked after', '5y 0d', { lookedAfter: null }, 'C6'],
  ['it is not known whether the child is looked after', '5y 0d', { lookedAfter: 'UNKNOWN' }, 'C6'],
  ['the same of a child who decides', '15y 364d', { ...childDecides, lookedAfter: 'UNKNOWN' }, 'C6'],
  ['an order, and the local authority is not listed', '5y 0d', { lookedAfter: 'ORDER' }, 'C6'],
  [
    'an order, a court consents, and the local authority is not listed',
    '5y 0d',
    { ...courtConsents, lookedAfter: 'ORDER' },
    'C6',
  ],
  ['an order, and the child decides: adults do not block', '15y 364d', { ...childDecides, lookedAfter: 'ORDER' }, '', 'CHILD'],
  [
    'an order, the local authority is listed and was not asked',
    '5y 0d',
    { lookedAfter: 'ORDER', parents: [mother, authorityListed] },
    'C6',
  ],
  ['an order, the local authority signs', '5y 0d', { lookedAfter: 'ORDER', parents: [authority] }, '', 'PARENT'],
  [
    'an order, the local authority agrees',
    '5y 0d',
    { lookedAfter: 'ORDER', parents: [mother, { ...authorityListed, answer: 'AGREES' }] },
    '',
    'PARENT',
  ],
  [
    'an order, a note says how the local authority was rung',
    '5y 0d',
    { lookedAfter: 'ORDER', parents: [mother, { ...authorityListed, note: 'Rung at 9:00, no answer' }] },
    '',
    'PARENT',
  ],
  ['section 20, the mother signs', '5y 0d', { lookedAfter: 'SECTION_20' }, '', 'PARENT'],
  ['section 20, the local authority signs', '5y 0d', { lookedAfter: 'SECTION_20', parents: [authority] }, 'C7'],
  ['not looked after, the local authority signs', '5y 0d', { parents: [authority] }, 'C7'],
  ['not looked after, the local authority is listed', '5y 0d', { parents: [mother, authorityListed] }, '', 'PARENT'],
  [
    'section 20, the child decides, the local authority signs too',
    '15y 364d',
    { ...childDecides, lookedAfter: 'SECTION_20', parents: [authority] },
    'C7',
  ],
];

const disagreeing = (disagreement: Partial<Disagreement> | null) => ({
  parents: [mother, fatherDisagrees],
  disagreement: disagreement === null ? null : { ...settled, ...disagreement },
});

const disagreements: Row[] = [
  ...MINORS.map(([age, other]): Row => ['the father disagrees, no outcome', age, { ...other, ...disagreeing(null) }, 'C8']),
  ['the father disagrees, not settled', '5y 0d', disagreeing({}), 'C8'],
  ['the father disagrees, the outcome says that all agree', '5y 0d', disagreeing({ outcome: 'AGREED' }), 'C8'],
  ['the father disagrees, it does not go ahead', '5y 0d', disagreeing({ outcome: 'NOT_GOING_AHEAD' }), 'C8'],
  ['the father disagrees, one adult suffices, with a note', '5y 0d', disagreeing({ outcome: 'ONE_SUFFICES' }), '', 'PARENT'],
  ['the father disagrees, one adult suffices, without a note', '5y 0d', disagreeing({ outcome: 'ONE_SUFFICES', note: '' }), 'C9'],
  [
    'the father disagrees, a court decided for it',
    '5y 0d',
    disagreeing({ outcome: 'COURT_ORDER', courtOrder: treat }),
    '',
    'PARENT',
  ],
  [
    'the father disagrees, a court decided, and no order is written down',
    '5y 0d',
    disagreeing({ outcome: 'COURT_ORDER' }),
    'C11',
  ],
  [
    'the father disagrees, and a court decided against it',
    '5y 0d',
    disagreeing({ outcome: 'COURT_ORDER', courtOrder: { ...treat, decision: 'DO_NOT_TREAT' } }),
    'C11',
  ],
  ['the father disagrees, the child decides', '15y 364d', { ...childDecides, parents: [fatherDisagrees] }, '', 'CHILD'],
  ['the father disagrees, a court consents', '5y 0d', { ...courtConsents, parents: [fatherDisagrees] }, '', ''],
  [
    'an old outcome without a note does not block a child who decides',
    '15y 364d',
    { ...childDecides, disagreement: { ...settled, outcome: 'ONE_SUFFICES', note: '' } },
    '',
    'CHILD',
  ],
  ['all adults must agree, one parent alone', '5y 0d', { needsAllAdults: true }, '', 'PARENT'],
  ['all adults must agree, both sign', '5y 0d', { needsAllAdults: true, parents: [mother, fatherSigns] }, '', 'PARENT PARENT'],
  [
    'all adults must agree, the father agrees by telephone',
    '5y 0d',
    { needsAllAdults: true, parents: [mother, fatherAgrees] },
    '',
  ],
  ['all adults must agree, the father was not asked', '5y 0d', { needsAllAdults: true, parents: [mother, father] }, 'C10'],
  ['all adults must agree, the father disagrees', '5y 0d', { needsAllAdults: true, ...disagreeing({}) }, 'C8 C10'],
  [
    'all adults must agree, and the outcome says that one suffices',
    '5y 0d',
    { needsAllAdults: true, ...disagreeing({ outcome: 'ONE_SUFFICES' }) },
    'C9 C10',
  ],
  [
    'all adults must agree, the father was not asked, a court consents',
    '5y 0d',
    { needsAllAdults: true, ...courtConsents, parents: [father] },
    '',
  ],
  [
    'all adults must agree, the father was not asked, the child decides',
    '15y 364d',
    { needsAllAdults: true, ...childDecides, parents: [father] },
    '',
  ],
];

const decided = (order: Partial<CourtOrder>) => ({
  ...courtConsents,
  disagreement: { ...courtDecides, courtOrder: { ...treat, ...order } },
});

const courts: Row[] = [
  ...MINORS.map(([age, other]): Row => ['a court consents', age, { ...other, ...courtConsents }, '', '']),
  ['a court consents, and no order is written down', '5y 0d', { ...courtConsents, disagreement: null }, 'C11'],
  ['the order names no court', '5y 0d', decided({ court: '' }), 'C11'],
  ['the order has no number', '5y 0d', decided({ number: '' }), 'C11'],
  ['the order has no date', '5y 0d', decided({ date: null }), 'C11'],
  ['the order is of today', '5y 0d', decided({ date: TODAY }), '', ''],
  ['the order is of tomorrow', '5y 0d', decided({ date: TOMORROW }), 'C11'],
  ['the order has no decision', '5y 0d', decided({ decision: null }), 'C11'],
  ['the order says: do not treat', '5y 0d', decided({ decision: 'DO_NOT_TREAT' }), 'C11'],
  [
    'the mother signs, and a court has said: do not treat',
    '5y 0d',
    { disagreement: { ...settled, outcome: 'AGREED', courtOrder: { ...treat, decision: 'DO_NOT_TREAT' } } },
    'C11',
  ],
  ['a court consents, the mother signs too', '5y 0d', { ...courtConsents, parents: [mother] }, '', 'PARENT?'],
  [
    'a court consents, mother and child sign too',
    '11y 0d',
    { ...courtConsents, parents: [mother], child: { ...child, signs: true } },
    '',
    'PARENT? CHILD?',
  ],
  [
    'a court consents, the able child says no',
    '15y 364d',
    { ...courtConsents, child: { ...saysNo, gillick, signs: true } },
    '',
    '',
  ],
  ['a court consents, the able child agrees', '15y 364d', { ...courtConsents, child: { ...able, signs: true } }, '', 'CHILD?'],
];

const judged = (change: Partial<GillickAssessment>) => ({
  ...childDecides,
  child: { ...child, gillick: { ...gillick, ...change } },
});
const POINTS = ['treatment', 'risks', 'alternatives', 'weighs', 'free'] as const;

const childrenWhoDecide: Row[] = [
  ['a child of 15 decides', '15y 364d', childDecides, '', 'CHILD'],
  ['a child decides, the mother signs too', '15y 364d', { ...childDecides, parents: [mother] }, '', 'CHILD PARENT?'],
  [
    'a child decides who was marked to sign as well',
    '15y 364d',
    { ...childDecides, child: { ...able, signs: true } },
    '',
    'CHILD',
  ],
  ['a child decides without a Gillick part', '15y 364d', { ...childDecides, child }, 'C13'],
  ['a child decides, and nothing is written about the child', '15y 364d', { ...childDecides, child: null }, 'C13 C17'],
  ['a child decides who was judged not able', '15y 364d', { ...childDecides, child: unable }, 'C13'],
  ['a child decides, the result is open', '15y 364d', judged({ able: null }), 'C14'],
  [
    'a child decides, nobody asked about telling parents',
    '15y 364d',
    { ...childDecides, child: { ...able, tellParents: 'NOT_ASKED' } },
    'C13',
  ],
  ['the assessment has no reason', '15y 364d', judged({ reason: '' }), 'C14'],
  ['the assessment names no assessor', '15y 364d', judged({ assessor: '' }), 'C14'],
  ['the assessment has no time', '15y 364d', judged({ assessedAt: null }), 'C14'],
  ...POINTS.flatMap((point): Row[] => [
    [`able, the point “${point}” is open`, '15y 364d', judged({ points: { ...gillick.points, [point]: null } }), 'C14'],
    [`able, the point “${point}” is no`, '15y 364d', judged({ points: { ...gillick.points, [point]: false } }), 'C14'],
  ]),
  [
    'not able with all points yes, the mother signs',
    '15y 364d',
    { child: { ...child, gillick: { ...gillick, able: false } } },
    'C14',
  ],
  ['not able, the mother signs: her consent counts', '15y 364d', { child: unable }, '', 'PARENT'],
  ['not able, the mother signs, the child signs too', '15y 364d', { child: { ...unable, signs: true } }, '', 'PARENT CHILD?'],
  ['an open Gillick part, the mother signs', '11y 0d', { child: { ...child, gillick: { ...notAble, reason: '' } } }, 'C14'],
  [
    'an old Gillick part that is open counts no more from 16',
    '16y 0d',
    { ...notAbleFrom16, child: { ...child, gillick: { ...gillick, reason: '' } } },
    '',
  ],
  ['the mother signs, an able child agrees', '15y 364d', { child: able }, '', 'PARENT CHILD'],
  [
    'the mother signs, an able child was not asked, with a note',
    '15y 364d',
    { child: { ...able, agreement: 'NOT_ASKED', note: 'Asleep' } },
    '',
    'PARENT CHILD',
  ],
  [
    'both parents sign, an able child agrees',
    '15y 364d',
    { parents: [mother, fatherSigns], child: able },
    '',
    'PARENT PARENT CHILD',
  ],
];

const privately = (change: Partial<Child>): Child => ({ ...able, tellParents: 'NO', encouraged: true, ...change });

const privacy: Row[] = [
  ['parents are not to know, the child was encouraged', '15y 364d', { ...childDecides, child: privately({}) }, '', 'CHILD'],
  [
    'parents are not to know, the child was not encouraged',
    '15y 364d',
    { ...childDecides, child: privately({ encouraged: false }) },
    '',
    'CHILD',
  ],
  [
    'parents are not to know, nobody wrote about encouraging',
    '15y 364d',
    { ...childDecides, child: privately({ encouraged: null }) },
    'C16',
  ],
  [
    'parents are not to know, and the mother signs too',
    '15y 364d',
    { ...childDecides, parents: [mother], child: privately({}) },
    'C16',
    'CHILD PARENT?!',
  ],
  ['parents are not to know, and the mother decides', '15y 364d', { child: privately({ gillick: null }) }, 'C16', 'PARENT!'],
  [
    'parents are not to know, a court consents, the mother signs',
    '15y 364d',
    { ...courtConsents, parents: [mother], child: privately({}) },
    'C16',
  ],
  [
    'parents are not to know, the mother is listed only',
    '15y 364d',
    { ...childDecides, parents: [{ ...mother, signs: false }], child: privately({}) },
    '',
    'CHILD',
  ],
  [
    'somebody of 16 who is not able wants parents not to know',
    '16y 0d',
    { ...notAbleFrom16, child: privately({ gillick: null }) },
    'C16',
  ],
];

const notAsked: Child = { ...child, agreement: 'NOT_ASKED' };
const answersOfChildren: Row[] = [
  ['a newborn, nothing about the child', '0y 0d', { child: null }, '', 'PARENT'],
  ['not asked on the day before the fifth birthday', '4y 364d', { child: notAsked }, '', 'PARENT'],
  ['not asked on the fifth birthday', '5y 0d', { child: notAsked }, 'C17'],
  ['not asked from five, with a note', '5y 0d', { child: { ...notAsked, note: 'Unconscious' } }, '', 'PARENT'],
  ['from five, nothing about the child', '5y 0d', { child: null }, 'C17'],
  ['not asked at 15', '15y 364d', { child: notAsked }, 'C17'],
  ['not asked at 17, not able', '17y 364d', { ...notAbleFrom16, child: notAsked }, 'C17'],
  ['not asked, a court consents', '11y 0d', { ...courtConsents, child: notAsked }, 'C17'],
  ...MINORS.flatMap(([age, other]): Row[] => [
    ['the child says no, with a note: it goes on', age, { ...other, child: saysNo }, '', 'PARENT'],
    ['the child says no, without a note', age, { ...other, child: { ...saysNo, note: '' } }, 'C18'],
    ['the child says no, and is not asked to sign', age, { ...other, child: { ...saysNo, signs: true } }, '', 'PARENT'],
    ['the child agrees and signs too', age, { ...other, child: { ...child, signs: true } }, '', 'PARENT CHILD?'],
  ]),
  ['a child judged not able says no, with a note', '15y 364d', { child: { ...saysNo, gillick: notAble } }, '', 'PARENT'],
  ['an able child says no, the mother signs', '15y 364d', { child: { ...saysNo, gillick } }, 'C19'],
  ['an able child says no, without a note', '15y 364d', { child: { ...saysNo, gillick, note: '' } }, 'C19'],
  ['an able child decides, and says no', '15y 364d', { ...childDecides, child: { ...saysNo, gillick } }, 'C19'],
  ['an able child says no, a court consents', '15y 364d', { ...courtConsents, child: { ...saysNo, gillick } }, '', ''],
];

const interpreters: Row[] = [
  ['somebody else interprets', '15y 364d', { interpreter: { name: 'Iris Demo' } }, ''],
  ['the patient interprets', '15y 364d', { interpreter: { name: 'Zoë Demo' } }, 'C24'],
  ['the patient interprets, without accents and capitals', '15y 364d', { interpreter: { name: 'zoe  demo' } }, 'C24'],
  ['the patient interprets, last name first', '15y 364d', { interpreter: { name: 'Demo, Zoë' } }, 'C24'],
  ['the patient interprets, by the mark', '15y 364d', { interpreter: { name: '', isPatient: true } }, 'C24'],
  ['the patient interprets on Form 1', '15y 364d', { formType: 'FORM_1', child: able, interpreter: { name: 'Zoë Demo' } }, ''],
];

const alone: Partial<Scenario> = { basis: null, parents: [], lookedAfter: null, child: { ...able, agreement: 'NOT_ASKED' } };
const form1And3: Row[] = (['FORM_1', 'FORM_3'] as const).flatMap((formType): Row[] => [
  [`${formType}: an able child of 15`, '15y 364d', { formType, ...alone }, '', ''],
  [`${formType}: a child without a child's part`, '15y 364d', { formType, ...alone, child: null }, 'C13'],
  [`${formType}: a child of 11 judged not able`, '11y 0d', { formType, ...alone, child: unable }, 'C13'],
  [
    `${formType}: an assessment without a reason`,
    '15y 364d',
    { formType, ...alone, child: { ...child, gillick: { ...gillick, reason: '' } } },
    'C14',
  ],
  [
    `${formType}: nobody asked about telling parents`,
    '15y 364d',
    { formType, ...alone, child: { ...able, tellParents: 'NOT_ASKED' } },
    'C13',
  ],
  [
    `${formType}: parents are not to know, encouraging is open`,
    '15y 364d',
    { formType, ...alone, child: privately({ encouraged: null }) },
    'C16',
  ],
  [
    `${formType}: parents are not to know, the form was a Form 2`,
    '15y 364d',
    { formType, ...alone, parents: [mother], child: privately({}) },
    '',
    '',
  ],
  [`${formType}: from 16 as an adult`, '16y 0d', { formType, ...alone, child: null }, '', ''],
  [`${formType}: at 17 as an adult`, '17y 364d', { formType, ...alone, child: null }, '', ''],
  [`${formType}: at 18`, '18y 0d', { formType, ...alone, child: null }, '', ''],
]);

const fivePoints = { treatment: true, risks: true, alternatives: true, weighs: true, free: true };
const second = { able: true, reason: 'Told it back', points: fivePoints, name: 'Dr Second', at: '2026-08-06T10:00:00.000Z' };
const seconds: readonly [string, GillickAssessment['second'], whenNeeded: string][] = [
  ['none', undefined, 'C26'],
  ['an emptied one', null, 'C26'],
  ['one who finds the same', second, ''],
  ['one who finds otherwise', { ...second, able: false, points: { ...fivePoints, free: false } }, 'C26'],
];
/** Deciding alone by age and second assessor. */
const belowThirteen: Row[] = seconds.flatMap(([who, assessed, whenNeeded]): Row[] => {
  const decides = { ...childDecides, child: { ...able, gillick: { ...gillick, second: assessed } } };
  const alone1 = { ...alone, child: decides.child };
  return (['0y 0d', '7y 364d', '8y 0d', '12y 364d', '13y 0d', '15y 364d'] as const).flatMap((age): Row[] => {
    const isTooYoung = age === '0y 0d' || age === '7y 364d';
    const isNeeded = age === '8y 0d' || age === '12y 364d';
    const rules = isTooYoung ? 'C25' : isNeeded ? whenNeeded : '';
    return [
      [`FORM_2: the child decides, second assessor: ${who}`, age, decides, rules],
      [`FORM_1: decides alone, second assessor: ${who}`, age, { formType: 'FORM_1', ...alone1 }, rules],
      [`FORM_3: decides alone, second assessor: ${who}`, age, { formType: 'FORM_3', ...alone1 }, rules],
      // A parent decides: nobody asks for a second assessor.
      [`FORM_2: a parent decides, second assessor: ${who}`, age, { child: decides.child }, ''],
    ];
  });
});

/** Every row. */
export const ROWS: readonly Row[] = [
  ...belowThirteen,
  ...whoMayUseForm2,
  ...whoDecides,
  ...responsibilities,
  ...ordersAndDelegation,
  ...lookedAfterChildren,
  ...disagreements,
  ...courts,
  ...childrenWhoDecide,
  ...privacy,
  ...answersOfChildren,
  ...interpreters,
  ...form1And3,
];

/** Signers in their order (a question mark: need not sign), the number of the one who says no, and the effect. */
export const DECLINES: readonly [sentence: string, signers: string, decliner: number, effect: string][] = [
  ['the only parent', 'PARENT OPENED, CLINICIAN WAITING', 1, 'form declined'],
  ['one of two parents, the other waits', 'PARENT OPENED, PARENT WAITING, CLINICIAN WAITING', 1, 'not settled'],
  ['one of two parents, the other has signed', 'PARENT SIGNED, PARENT OPENED, CLINICIAN WAITING', 2, 'not settled'],
  ['one of two parents, the other declined before', 'PARENT DECLINED, PARENT OPENED, CLINICIAN WAITING', 2, 'form declined'],
  [
    'one of three parents, another declined before',
    'PARENT DECLINED, PARENT OPENED, PARENT WAITING, CLINICIAN WAITING',
    2,
    'not settled',
  ],
  ['the last parent, after a settled disagreement', 'PARENT? DECLINED, PARENT OPENED, CLINICIAN WAITING', 2, 'form declined'],
  ['a parent where the child decides', 'CHILD SIGNED, PARENT? OPENED, CLINICIAN WAITING', 2, 'signer only'],
  ['the only parent where a court consents', 'PARENT? OPENED, CLINICIAN WAITING', 1, 'signer only'],
  ['a child who decides', 'CHILD OPENED, CLINICIAN WAITING', 1, 'form declined'],
  ['an able child beside a parent', 'PARENT SIGNED, CHILD OPENED, CLINICIAN WAITING', 2, 'form declined'],
  ['a child who need not sign', 'PARENT SIGNED, CHILD? OPENED, CLINICIAN WAITING', 2, 'child’s no'],
  ['a child where a court consents', 'CHILD? OPENED, CLINICIAN WAITING', 1, 'child’s no'],
];

const outcome = (change: Partial<DisagreementDraft>): DisagreementDraft => ({
  outcome: 'NOT_SETTLED',
  note: 'Talked with both adults',
  courtOrder: null,
  ...change,
});

/** The outcome recorded after a parent declined, whether all adults must agree, the fields at fault, and whether it is settled. */
export const SETTLEMENTS: readonly [
  sentence: string,
  outcome: DisagreementDraft,
  allAdults: boolean,
  faults: string,
  isSettled: boolean,
][] = [
  ['still not settled', outcome({}), false, '', false],
  ['not going ahead', outcome({ outcome: 'NOT_GOING_AHEAD' }), false, '', false],
  [
    'not going ahead, as the court decided',
    outcome({ outcome: 'NOT_GOING_AHEAD', courtOrder: { ...treat, decision: 'DO_NOT_TREAT' } }),
    false,
    '',
    false,
  ],
  ['the adults agree now', outcome({ outcome: 'AGREED' }), false, '', true],
  ['one suffices, with a note', outcome({ outcome: 'ONE_SUFFICES' }), false, '', true],
  ['one suffices, without a note', outcome({ outcome: 'ONE_SUFFICES', note: '' }), false, 'note', false],
  ['one suffices, and all must agree', outcome({ outcome: 'ONE_SUFFICES' }), true, 'outcome', false],
  ['a court order to treat', outcome({ outcome: 'COURT_ORDER', courtOrder: treat }), true, '', true],
  ['a court order that is not written down', outcome({ outcome: 'COURT_ORDER' }), false, 'courtOrder', false],
  [
    'a court order of tomorrow',
    outcome({ outcome: 'COURT_ORDER', courtOrder: { ...treat, date: TOMORROW } }),
    false,
    'courtOrder.date',
    false,
  ],
  [
    'a court order not to treat',
    outcome({ outcome: 'COURT_ORDER', courtOrder: { ...treat, decision: 'DO_NOT_TREAT' } }),
    false,
    'courtOrder.decision',
    false,
  ],
];
