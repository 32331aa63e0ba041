import type { ConsentProcedure, Interpreter } from '#domain/consents/consent.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { aProcedure, documentSource, type FormParts } from '#tests/support/forms/document-form.ts';
import { aChild, anAbleChild, anotherParent, aParent, COURT_TREATS } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, capacityWithSecondOpinion } from '#tests/support/forms/form-4.ts';
import { FULL_CAPACITY } from '#tests/support/forms/full-capacity.ts';
import { FORM_TEXT, realTranslation, TONSILS } from '#tests/support/forms/real-translations.ts';

const INTERPRETER: Interpreter = {
  name: 'Iga Demo-Interpreter',
  emailAddress: 'iga@example.org',
  phone: '01632 960001',
  language: 'Polish',
  agencyId: 'DEMO-7',
  mode: 'VIDEO',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: false,
  adult: true,
  for: 'PATIENT',
  signing: 'LINK',
};
const ANSWERS: FormParts['answers'] = {
  mattersToMe: 'Singing on Saturday',
  additionalChoices: [
    { id: 'blood', title: 'Blood', answer: 'REFUSE' },
    { id: 'students', title: 'Students', answer: null },
  ],
  refusals: ['A stoma'],
};
const EYE = aProcedure({ procedureName: 'Cataract surgery', sideRequired: true, side: 'RIGHT', site: 'eye', anaesthetic: [] });
const OLD: ConsentProcedure[] = [{ ...EYE, side: 'LEFT' }];
const SECTION = { id: '01890000-0000-7000-8000-000000000001', title: 'Going home', nodes: [{ text: 'Rest.' }] };
const PARENTS = [
  aParent({ id: '01890000-0000-7000-8000-000000000002' }),
  anotherParent({ id: '01890000-0000-7000-8000-000000000003' }),
];
const COURT = {
  outcome: 'COURT_ORDER',
  note: 'Both were heard.',
  courtOrder: COURT_TREATS,
  recordedBy: 'Demo Clinician',
  at: '2026-08-06T09:00:00.000Z',
} as const;
const translated = { nodes: FORM_TEXT, procedures: [TONSILS], translation: realTranslation('cy') } as const;

type GoldenForm = readonly [type: FormType, shape: 1 | 2 | 3, name: string, parts: FormParts, digest: string];

/** Forms of each type in each shape in which builds have pinned it, with the digest that stands on paper: it never changes. */
export const GOLDEN_FORMS: readonly GoldenForm[] = [
  ['FORM_1', 1, 'a procedure', { age: 40 }, 'ec038f80ff3f6aa2c6a263506bafbff7e4350ff61650a7610eabbe4add1d83a0'],
  [
    'FORM_1',
    1,
    'answers and no interpreter',
    { age: 17, answers: ANSWERS, interpreting: { interpreterNoneReason: 'Reads it' } },
    'f1e3599c1699ef2b86e17a9efcb26e820820bfc2dfaee0ddd3661884ad4c0df2',
  ],
  [
    'FORM_1',
    2,
    'a child who decides',
    { age: 15, family: { child: anAbleChild(), lookedAfter: 'NO' }, answers: ANSWERS },
    'feedc539f829eb70d4d2b860d74c1accac0ad4671fe0299846b36f82f6ab37b8',
  ],
  [
    'FORM_1',
    2,
    'an interpreter',
    { age: 70, interpreting: { interpreter: INTERPRETER, interpreterNeeded: true } },
    'c3a50803e6ac2c239093b55b23100c64770a3ef9b4c7fcbcaff994daaaf2db98',
  ],
  ['FORM_1', 3, 'Welsh', { age: 40, ...translated }, 'd1a2305c0034a09161d5d4fd11122beeba9df1db8f5839b5f5352b8e56c5b76e'],
  ['FORM_2', 2, 'a child', {}, 'ef88f04224dfa424da62ba31f7deceb17e6060c43a8ff95ef0e7142b64952211'],
  [
    'FORM_2',
    2,
    'two parents and the child',
    { family: { basis: 'PARENT', parents: PARENTS, needsAllAdults: true, child: aChild({ signs: true }) }, answers: ANSWERS },
    '959677afc6b4e2208ddfbbd8ba744555b70bbe6cfbaceb88d10e4143ac9d6356',
  ],
  [
    'FORM_2',
    2,
    'a child who decides',
    { age: 14, family: { basis: 'CHILD', child: anAbleChild(), lookedAfter: 'NO' } },
    '56c43136d8f4e538a2c069e5df5133018d62889863205755b48b3db5e4bff068',
  ],
  [
    'FORM_2',
    2,
    'a parent for a young person',
    { age: 16, family: { basis: 'PARENT', parents: PARENTS.slice(1), child: aChild() }, capacity: FULL_CAPACITY },
    'd2f7c9a8658c57a3cd265b792d3ff93686b2cb5f5909121ea7cb9e1c20d15ece',
  ],
  [
    'FORM_2',
    2,
    'a court for a young person',
    { age: 16, family: { basis: 'COURT', disagreement: COURT }, capacity: FULL_CAPACITY },
    '76dbc9da4061d416ee1c48062f1a89224abc5f79700dbbeb6382e39b766ab9fa',
  ],
  [
    'FORM_2',
    3,
    'Arabic',
    {
      ...translated,
      family: { basis: 'PARENT', parents: PARENTS.slice(0, 1), child: aChild() },
      translation: realTranslation('ar', true),
    },
    '2d09ac904af074c7e825dff4d159445686c28763668ed07583db99a940afc810',
  ],
  [
    'FORM_3',
    1,
    'a side',
    { age: 62, procedures: [EYE], answers: ANSWERS },
    '078b8a2c321b4483e0e24bfa93e8e90fec41aaa2cacca7b1e9e2062ee421659f',
  ],
  [
    'FORM_3',
    2,
    'an earlier form and a section',
    { age: 62, procedures: [{ ...EYE, sections: [SECTION] }], oldProcedures: OLD },
    '1becf45a879ef94552c2d4d108d473fb810a14919be804502c761bfaa509acb8',
  ],
  ['FORM_3', 3, 'Welsh', { age: 33, ...translated }, '1dcc633af90a357fdf2d869508932d419fc7fbb40005af80c3addcd54f22c0a2'],
  [
    'FORM_4',
    2,
    'an answer everywhere, and an interpreter',
    { age: 81, capacity: FULL_CAPACITY, answers: ANSWERS, interpreting: { interpreter: INTERPRETER, interpreterNeeded: true } },
    '451474181ecd7d6c3168dae681d3ef31c1197a00392ceaf524788027aa2f7ccc',
  ],
  [
    'FORM_4',
    2,
    'an attorney',
    { age: 81, capacity: capacityWithAttorney() },
    'fb97fa923c29acf5c4621770a3cc1bf94f27480339463c38d276f154bbde2963',
  ],
  [
    'FORM_4',
    2,
    'a second opinion',
    { age: 17, capacity: capacityWithSecondOpinion() },
    'e4615e099e3418a1931a312385035f880521a078160e77f0cf3031c296ef2d8f',
  ],
  [
    'FORM_4',
    2,
    'no assessment, a child’s part left behind',
    { age: 81, family: { basis: 'PARENT', parents: PARENTS } },
    '310f130ad8e2285ac637cf7dfa01d008348ef0c5711812240ee1a948f746939b',
  ],
  [
    'FORM_4',
    3,
    'Welsh',
    { age: 90, capacity: FULL_CAPACITY, ...translated },
    'c6664cf5632718235791b8c6ae650dc08d50e0ef2240857ccf3b9f2ed4e737cf',
  ],
];

/** The pinned record of one of them. */
export function goldenRecord([formType, , , parts]: GoldenForm): ShownContent {
  // The digests are of builds whose statements named no court.
  return documentSource({ ...parts, formType, namesNoCourt: true }).pinned;
}
