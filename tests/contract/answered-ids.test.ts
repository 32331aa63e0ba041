import { isAnswerTo } from '#contract/answered-ids.ts';
import { expect, test } from 'vitest';

const [mine, other] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const form = (change: object) => ({ consentID: mine, recordID: mine, patientID: mine, ...change });

test.for([
  ['patientCreate', { id: mine }, { data: { patient: { id: mine } } }, true],
  ['patientCreate', { id: mine }, { data: { patient: { id: other } } }, false],
  ['patientUpdate', { id: mine }, { data: { id: other } }, false],
  ['consentCreate', form({}), { ...form({}), data: form({}) }, true],
  ['consentCreate', form({}), { ...form({}), data: form({ patientID: other }) }, false],
  ['consentCreate', form({}), { ...form({ consentID: other }), data: form({}) }, false],
  ['consentUpdate', { consentID: mine }, { ...form({}), data: form({ consentID: other }) }, false],
  ['consentSendToSign', { consentID: mine, handoverId: mine }, { handoverId: other }, false],
  ['recordSign', { consentID: mine }, { data: { consentID: mine } }, true],
  ['recordSign', { consentID: mine }, { data: { consentID: other } }, false],
  ['recordSign', { consentID: mine }, { data: {} }, true],
  ['recordDecline', { consentID: mine }, { data: { consentID: other } }, false],
  ['recordUpdate', { recordID: mine }, { data: { recordID: mine }, listing: { recordID: other } }, false],
] as const)('%s of %o answered with %o: its own answer is %o', ([call, input, answer, isOwn]) => {
  expect(isAnswerTo(call, input, answer)).toBe(isOwn);
});
