import 'fake-indexeddb/auto';
import { understandingOf, type UnderstandingQuestion } from '#domain/library/understanding.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { saveProfile } from '#store/session/profile.ts';
import { saveCatalog } from '#store/db/catalog.ts';
import { readLibrary } from '#store/entities/library.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { allSign, CHILD_BORN, family2 } from '#tests/support/forms/form-2.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { A_LEAFLET, giveQuestions, twoQuestions } from '#tests/support/forms/understanding.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { afterEach, expect, test } from 'vitest';

let questions: readonly UnderstandingQuestion[];
const app = useTestApp(async (opened) => {
  questions = await giveQuestions(opened, 'tonsillectomy', twoQuestions());
});
let tablet: Awaited<ReturnType<typeof joinedTablet>>;
afterEach(() => tablet.close());

test('without a network the questions come from the tablet’s own library, and the answers are read there and sent once', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { born: CHILD_BORN, ...family2() });
  const { own, ticket } = await tablet.handOver(ids, { role: 'PARENT' });
  expect(ticket.extras).toMatchObject({ understanding: [{ questions }], resources: [{ kind: 'LEAFLET', ...A_LEAFLET }] });
  const clinician = await tablet.ticketFor(ids, { role: 'CLINICIAN' });
  expect(clinician!.extras!.understanding).toEqual([]);
  const answers = [
    { id: questions[0]!.id, option: 1 },
    { id: questions[0]!.id, option: 2 },
    { id: questions[1]!.id, option: null },
  ];
  await enqueue(tablet.store, { call: 'recordUnderstanding', input: { consentID: ids.consentID, ...own, answers } });
  const results = [
    { question: 'Which eye is it?', outcome: 'WRONG', wrong: ['The left eye', 'Both eyes'] },
    { question: 'Can you choose to have no treatment?', outcome: 'SKIPPED', wrong: [] },
  ];
  const here = understandingOf((await tablet.localCase(ids)).timeline, ids.consentID);
  expect(here).toMatchObject([{ role: 'PARENT', results }]);
  // A user without `consents.sign` sees on the tablet that questions were answered, but not how.
  const { user } = await tablet.staff.call('userMe', {});
  await saveProfile(tablet.store, { ...user, permissions: user.permissions.filter((each) => each !== 'consents.sign') });
  const hidden = (await tablet.localCase(ids)).timeline.find(({ type }) => type === 'UNDERSTANDING_CHECKED');
  expect(Object.keys(hidden!.detail)).toEqual(['handoverID', 'role']);
  await saveProfile(tablet.store, user);
  const before = (await tablet.view(ids.consentID)).contentDigest;
  await tablet.sign(ids, { role: 'PARENT' });
  await tablet.signAsClinician(ids);
  const { left, record, consent } = await tablet.replay(ids);
  expect([left, consent.status, consent.contentDigest]).toEqual([[], 'SIGNED', before]);
  expect(understandingOf(record.timeline, ids.consentID)).toMatchObject([{ role: 'PARENT', results }]);
  const types = record.timeline.map(({ type }) => type);
  expect(types.filter((type) => type === 'UNDERSTANDING_CHECKED')).toHaveLength(1);
  expect(types.indexOf('UNDERSTANDING_CHECKED')).toBeLessThan(types.indexOf('SIGNED'));
});

test('without a network one parent’s right answer does not replace the other’s wrong one, here and on the server', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { born: CHILD_BORN, ...allSign() });
  for (const [order, option] of [
    [1, 1],
    [2, 1],
    [2, 0],
  ] as const) {
    const { own } = await tablet.handOver(ids, { role: 'PARENT', order });
    const answers = [{ id: questions[0]!.id, option }];
    await enqueue(tablet.store, { call: 'recordUnderstanding', input: { consentID: ids.consentID, ...own, answers } });
  }
  const [first, second] = (await tablet.view(ids.consentID)).recipients.map(({ recipient_name }) => recipient_name);
  const wrongThenRight = [
    { name: first, results: [{ outcome: 'WRONG', wrong: ['The left eye'] }] },
    { name: second, results: [{ outcome: 'RIGHT' }] },
  ];
  expect(understandingOf((await tablet.localCase(ids)).timeline, ids.consentID)).toMatchObject(wrongThenRight);
  const { left, record } = await tablet.replay(ids);
  expect(left).toEqual([]);
  expect(understandingOf(record.timeline, ids.consentID)).toMatchObject(wrongThenRight);
});

test('a tablet takes the links of the version in use as it knows it, and those of the form’s own where none is in use', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const ids = await tablet.send('FORM_2', { born: CHILD_BORN, ...family2() });
  const { organisationId } = tablet.store.vault;
  const [own] = (await tablet.view(ids.consentID)).procedures;
  const before = (await readLibrary(tablet.store)).entry(own!.procedureID)!;
  const linksWhere = async (status: Procedure['status']) => {
    const value = [{ ...before, version: before.version + 1, status, Leaflets: [] }];
    await saveCatalog(tablet.store.device, { subject: 'procedures', organisationId }, { value, at: Date.now() });
    return (await tablet.ticketFor(ids, { role: 'PARENT' }))!.extras!.resources!.map(({ url }) => url);
  };
  expect(await linksWhere('ACTIVE')).toEqual([]);
  expect(await linksWhere('RETIRED')).toEqual([A_LEAFLET.url]);
});
