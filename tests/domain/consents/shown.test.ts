import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest } from '#domain/consents/digest.ts';
import { shownOf, type Sent } from '#domain/consents/shown.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const digestOf = (sent: Sent) => contentDigest(shownOf(sent), sha256);

const sent: Sent = {
  consent: {
    formType: 'FORM_1',
    templateID: '00000000-0000-4000-8000-000000000001',
    templateVersion: 2,
    content: [{ type: 'paragraph', children: [{ text: 'You can change your mind.' }] }],
    procedures: [],
    mattersToMe: 'Driving',
    additionalChoices: [{ id: 'blood', title: 'Blood', answer: 'ACCEPT' }],
    refusals: [],
    interpreter: null,
    interpreterNeeded: false,
    interpreterNoneReason: '',
  },
  patient: { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: null },
  recipients: [
    { role: 'PATIENT', recipient_name: 'Amber Demo-Rowan', signing_order: 1 },
    { role: 'CLINICIAN', recipient_name: 'Demo Clinician', signing_order: 2 },
  ],
};

test('the order in which recipients were read, and what else came with them, changes no digest', async () => {
  const wider = sent.recipients.toReversed().map((each) => ({ ...each, state: 'SIGNED', signedAt: '2026-08-06T14:05:00.000Z' }));
  const patient = { ...sent.patient, communication: { language: 'pl' } };
  expect(await digestOf({ ...sent, recipients: wider, patient })).toBe(await digestOf(sent));
});

const changes: [string, Sent][] = [
  ['another answer', { ...sent, consent: { ...sent.consent, mattersToMe: 'Driving again' } }],
  [
    'another choice',
    { ...sent, consent: { ...sent.consent, additionalChoices: [{ id: 'blood', title: 'Blood', answer: 'REFUSE' }] } },
  ],
  ['a refusal', { ...sent, consent: { ...sent.consent, refusals: ['Students'] } }],
  ['another text', { ...sent, consent: { ...sent.consent, content: [{ type: 'paragraph', children: [{ text: 'You can.' }] }] } }],
  ['another template version', { ...sent, consent: { ...sent.consent, templateVersion: 3 } }],
  ['a reason for no interpreter', { ...sent, consent: { ...sent.consent, interpreterNoneReason: 'Speaks English' } }],
  ['another birth date', { ...sent, patient: { ...sent.patient, dateOfBirth: '1950-03-15' } }],
  ['another signer', { ...sent, recipients: sent.recipients.slice(0, 1) }],
];

test.each(changes)('%s gives another digest', async (_, changed) => {
  expect(await digestOf(changed)).not.toBe(await digestOf(sent));
});

test('a version without a template was never shown to anybody', () => {
  expect(() => shownOf({ ...sent, consent: { ...sent.consent, templateID: null } })).toThrow('never shown');
});
