import { expect, test } from 'vitest';
import { summarizeConsent } from '#store/entities/consent-summary.ts';
import { demoConsent } from '#tests/store/demo-entities.ts';

const ids = { consentID: 'consent', recordID: 'record', patientID: 'patient' };
const pork = (answer: 'ACCEPT' | 'DISCUSS' | null) => ({ id: 'pork', title: 'Pork?', answer });
const details = [{ id: 'pork', words: { ask: 'Pork?', NONE: 'PORK: NOT ASKED' }, isSafety: true }];

test.each([
  ['DISCUSS', [pork('DISCUSS')], details],
  [null, [pork(null)], details],
  ['ACCEPT', [], []],
] as const)('a choice that the draft of this tablet answers %s keeps its words and its mark of safety', (answer, open, kept) => {
  const { draft } = summarizeConsent({
    ...ids,
    formType: 'FORM_1',
    server: demoConsent({ ...ids, additionalChoices: [pork('ACCEPT')], choiceDetails: details }),
    draft: { additionalChoices: [pork(answer)] },
    status: 'DRAFT',
    handovers: [],
    signed: [],
    happened: [],
  });
  expect(draft).toEqual({ additionalChoices: open, choiceDetails: kept });
});

const at = (minute: number) => `2026-08-06T11:${minute}:00.000Z`;
const answered = (answer: 'ACCEPT' | 'DISCUSS', late: { readonly isLate?: true }) => ({
  signing_order: 1,
  role: 'PATIENT' as const,
  name: 'Amber Demo-Rowan',
  at: at(50),
  day: '2026-08-06',
  capturedAt: at(30),
  method: 'TYPED' as const,
  answers: [{ id: 'pork', title: 'Pork?', first: 'DISCUSS' as const, answer }],
  digest: 'b'.repeat(64),
  ...late,
});
const talk = { userID: 'u', name: 'Demo', at: at(40), day: '2026-08-06', choiceIDs: ['pork'], outcome: 'She says yes' };

test.each([
  ['is settled by a later answer, which may be taken back', { laterAnswers: [answered('ACCEPT', {})] }, ['pork']],
  [
    'was talked about before an answer came late',
    { talks: [talk], laterAnswers: [answered('ACCEPT', { isLate: true })] },
    ['pork'],
  ],
  ['was talked about, and is open for nobody', { talks: [talk] }, []],
] as const)('a choice that %s is kept in the summary as long as a list may tell of it', (_, change, kept) => {
  const server = demoConsent({
    ...ids,
    status: 'SIGNED',
    additionalChoices: [pork('DISCUSS')],
    ...structuredClone(change),
  } as never);
  const summary = summarizeConsent({
    ...ids,
    formType: 'FORM_1',
    server,
    draft: {},
    status: 'SIGNED',
    handovers: [],
    signed: [],
    happened: [],
  });
  expect(summary.server?.openChoices?.map(({ id }) => id)).toEqual(kept);
});
