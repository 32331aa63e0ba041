import type { Risk } from '#domain/library/procedure-parts.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { aProcedure, documentSource, type FormParts } from './document-form.ts';
import { aChild, family2 } from './form-2.ts';
import { capacityWithSecondOpinion } from './form-4.ts';
import { usualEvents } from './usual-events.ts';

const text = (words: string): TemplateNode => ({ text: words });
const place = (type: 'consent-patient' | 'consent-clinic' | 'consent-interpreter'): TemplateNode => ({
  type,
  children: [text('')],
});
const NODES: TemplateNode[] = [
  { type: 'heading-two', children: [text(STARTER_RIGHTS.title)] },
  {
    type: 'bulleted-list',
    children: STARTER_RIGHTS.lines.map((line) => ({ type: 'list-item' as const, children: [text(line)] })),
  },
  place('consent-patient'),
  place('consent-clinic'),
  place('consent-interpreter'),
];
const DECIDED: TemplateNode[] = [
  { type: 'heading-two', children: [text('How this was decided')] },
  {
    type: 'paragraph',
    children: [text('This form records an assessment of capacity and a decision in the person’s best interests.')],
  },
  place('consent-clinic'),
  place('consent-interpreter'),
];

/** A form as most are: one procedure with six risks, four choices, the starter template, everybody agreed and signed. */
export function plainForm(formType: 'FORM_1' | 'FORM_2' | 'FORM_4', change: FormParts = {}): DocumentSource {
  const source = documentSource({ ...PARTS[formType], ...change });
  const { name = '', role = 'PATIENT' } = source.recipients.find((each) => each.role !== 'CLINICIAN') ?? {};
  const identity = { confirmed: true, at: '2026-08-06T14:04:00.000Z' };
  return {
    ...source,
    recipients: source.recipients.map((each) => (each.role === 'CLINICIAN' ? each : { ...each, identity })),
    events: usualEvents(name, role, source.consentId),
  };
}

const PROCEDURE = aProcedure({
  procedureName: 'Cataract surgery with lens implant',
  procedureAcronym: 'PHACO',
  side: 'RIGHT',
  site: 'eye',
  procedureDescription:
    'The cloudy lens of the eye is taken out through a very small cut. A clear artificial lens is put in. You are usually awake, and the eye is numb.',
  benefits: [{ text: 'Clearer sight. About 95 in 100 could see well enough to drive.', source: 'Demo audit', year: 2015 }],
  risks: [
    risk('Tear in the lens capsule', 'The thin bag that holds the lens can tear. You may need more surgery.', 195),
    risk('Infection inside the eye', 'A serious infection that can damage sight.', 10),
    risk('Lasting serious loss of sight', 'Bad and lasting loss of sight in the eye that is operated on.', 10),
    risk('Swelling of the cornea', 'Sight is misty for some weeks.', 50),
    risk('Clouding behind the lens', 'The bag that holds the lens can turn cloudy years later. A laser can clear it.', null),
    risk('Retinal detachment', 'The light-sensitive layer at the back of the eye can come away.', null),
  ],
});

const ANSWERS = {
  mattersToMe: 'I want to read to my granddaughter again.',
  additionalChoices: STARTER_CHOICES.map((each, at) => ({
    ...each,
    answer: at === 1 ? ('REFUSE' as const) : ('ACCEPT' as const),
  })),
  refusals: [],
};
const COMMON: FormParts = { nodes: NODES, procedures: [PROCEDURE], answers: ANSWERS };

const PARTS = {
  FORM_1: { ...COMMON, formType: 'FORM_1', age: 76 },
  FORM_2: { ...COMMON, formType: 'FORM_2', age: 11, family: { ...family2({ child: aChild({ signs: false }) }) } },
  FORM_4: { ...COMMON, formType: 'FORM_4', age: 90, nodes: DECIDED, capacity: capacityWithSecondOpinion() },
} as const satisfies Record<string, FormParts>;

function risk(name: string, words: string, num: number | null): Risk {
  const frequency = num === null ? null : { num, den: 10_000 };
  return { name, text: words, frequency, source: 'Demo audit', year: 2015, population: '1,000 people', core: true };
}
