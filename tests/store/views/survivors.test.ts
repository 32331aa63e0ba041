import 'fake-indexeddb/auto';
import { cardOf, type PatientCard } from '#store/entities/search-pages.ts';
import { saveProfile } from '#store/session/profile.ts';
import { readCaseSummaries, readConsentSummaries } from '#store/views/case-summaries.ts';
import { readCase, readCasesOfPatient } from '#store/views/cases.ts';
import { standsOn } from '#store/views/survivors.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { describe, expect, test as base } from 'vitest';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
import { demoPatient, demoPatientDraft, demoUser } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `018f0000-0000-7000-8000-0000000000${letter}0`) as [string, string, string];
const mergedAt = '2026-08-06T14:00:00.000Z';

const card = (id: string, survivorID?: string): PatientCard =>
  cardOf(
    demoPatient({ id, ...(survivorID === undefined ? {} : { status: 'MERGED', mergedInto: survivorID, survivorID, mergedAt }) }),
  );
const among = (...cards: PatientCard[]) => {
  const byId = new Map(cards.map((each) => [each.id, each]));
  return (id: string) => byId.get(id);
};

describe('a case stands', () => {
  base('on its own record where that is in use', () => {
    expect(standsOn(card(A), among())).toMatchObject({ patient: { id: A }, mergedFrom: null });
  });
  base('on the record in use at the end of a chain, with its own record named', () => {
    expect(standsOn(card(A, B), among(card(B, C), card(C)))).toMatchObject({
      patient: { id: C },
      mergedFrom: { id: A, mergedAt },
    });
  });
  base('on its own record while the one in use is not on this tablet', () => {
    expect(standsOn(card(A, B), among(card(B, C)))).toMatchObject({ patient: { id: A, status: 'MERGED' }, mergedFrom: null });
  });
  base('on its own record where tablets merged in a circle', () => {
    expect(standsOn(card(A, B), among(card(B, A), card(A, B)))).toMatchObject({ patient: { id: A }, mergedFrom: null });
  });
  base('by the direct record of a copy from before, which names no other', () => {
    const before = demoPatient({ id: A, status: 'MERGED', mergedInto: B });
    expect(standsOn(cardOf(before), among(card(B)))).toMatchObject({ patient: { id: B }, mergedFrom: { mergedAt: '' } });
  });
});

test('a merge made without a network shows the case on the other record at once, on its page and in the lists', async ({
  store,
}) => {
  await saveProfile(store, demoUser);
  const gone = await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-Smyth' });
  const stays = await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-Smith' });
  const { recordID } = await createConsent(store, { patientID: gone, formType: 'FORM_1' });
  await enqueue(store, {
    call: 'patientUpdateStatus',
    input: { id: gone, status: 'MERGED', mergedInto: stays },
    patientId: stays,
  });
  const expected = { patient: { id: stays, lastName: 'Demo-Smith' }, mergedFrom: { id: gone, lastName: 'Demo-Smyth' } };
  expect((await readCase(store, recordID))?.record).toMatchObject(expected);
  expect((await readCasesOfPatient(store, [stays, gone])).map(({ record }) => record)).toMatchObject([{ recordID, ...expected }]);
  expect(await readCaseSummaries(store)).toMatchObject([{ recordID, ...expected }]);
  expect(await readConsentSummaries(store)).toMatchObject([{ recordID, ...expected }]);
});
