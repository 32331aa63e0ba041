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
