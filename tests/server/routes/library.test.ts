import { beforeEach, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import { draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { aProcedure, publish, publishedProcedure, sendForReview } from '#tests/support/forms/procedures.ts';
import { rawRequest } from '#tests/support/server/requests.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// bch@demo may edit and not publish; an administrator may do both; a clinician may do neither.
let editor: Caller;
let publisher: Caller;
let clinician: Caller;
const app = useTestApp();
beforeEach(async () => {
  editor = await signIn(app, 'bch@demo.nhs.uk');
  publisher = await signIn(app, 'admin@demo.nhs.uk');
  clinician = await signIn(app);
});

const detailsOf = async (id: string, version?: number) => (await clinician.call('procedureGetDetails', { id, version })).data;
const found = async (search: string, status: 'ALL' | 'ACTIVE' | 'DRAFT') =>
  (await clinician.call('procedureGet', { search, status })).data.records;

test('a procedure is written, sent for review, published by a second person, and each is in its history', async () => {
  const { message, data } = await editor.call(
    'procedureCreate',
    aProcedure({ codes: [{ system: 'OPCS_4', code: 'c712', display: 'Phacoemulsification of lens' }] }),
  );
  expect(message).toBe('Procedure created');
  expect(data).toMatchObject({ version: 1, revision: 1, status: 'DRAFT', clinicallyReviewed: false });
  expect(data.codes).toMatchObject([{ code: 'C71.2' }]);
  const { procedureID } = data;
  const saved = await editor.call('procedureUpdate', {
    procedureID,
    version: 1,
    revision: 1,
    procedureDescription: 'A description.',
  });
  expect(saved.data).toMatchObject({ version: 1, revision: 2, procedureDescription: 'A description.', risks: data.risks });
  expect((await sendForReview(editor, saved.data)).status).toBe('UNDER_REVIEW');
  const published = await publisher.call('procedureUpdateStatus', {
    procedureID,
    status: 'ACTIVE',
    note: 'Checked with the leaflet',
  });
  expect(published.data).toMatchObject({ version: 1, status: 'ACTIVE', clinicallyReviewed: true });
  expect(published.data.history.map(({ type, fields, from, to, note, by }) => [type, fields, from, to, note, by.name])).toEqual([
    ['MOVED', [], 'UNDER_REVIEW', 'ACTIVE', 'Checked with the leaflet', expect.any(String)],
    ['MOVED', [], 'DRAFT', 'UNDER_REVIEW', '', expect.any(String)],
    ['EDITED', ['procedureDescription'], null, null, '', expect.any(String)],
    ['CREATED', [], null, null, '', expect.any(String)],
  ]);
  const form = await draft(clinician, { procedures: [{ procedureID, side: null }] });
  expect(form.data.procedures[0]).toMatchObject({ libraryVersion: 1, procedureDescription: 'A description.' });
});

test('nobody publishes what they have edited, and only with procedures.publish', async () => {
  const own = (await publisher.call('procedureCreate', aProcedure())).data;
  await sendForReview(publisher, own);
  const { procedureID } = own;
  const refused = await publisher.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' });
  expect([refused.code, refused.message]).toEqual([
    'FORBIDDEN',
    'You have edited this version, so another person must publish it',
  ]);
  expect((await editor.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).code).toBe('FORBIDDEN');
  // A link is a part of the version, too.
  const back = (await editor.call('procedureUpdateStatus', { procedureID, status: 'DRAFT' })).data;
  const other = await secondPublisher();
  const linked = await other.call('procedureEditResources', { id: procedureID, revision: back.revision, ...LINKS });
  await sendForReview(editor, linked.data);
  expect((await other.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).code).toBe('FORBIDDEN');
  expect((await (await secondPublisher()).call('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).data.status).toBe(
    'ACTIVE',
  );
});

test('the writer of a text that was taken out of use does not publish it alone in the version that comes of it', async () => {
  const writer = await secondPublisher();
  const editing = async (editor: Caller, of: { procedureID: string; version: number; revision: number }) => {
    const { procedureID, version, revision } = of;
    return (await editor.call('procedureUpdate', { procedureID, version, revision, procedureDescription: 'One comma' })).data;
  };
  const refusedCode = async ({ procedureID }: { procedureID: string }) =>
    (await writer.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).message;
  const sentence = 'You have edited this version, so another person must publish it';
  // Back to draft, then a comma of a third person.
  const first = await publishedProcedure({ editor: writer, publisher });
  await publisher.call('procedureUpdateStatus', { procedureID: first.procedureID, status: 'DRAFT', note: 'Wrong' });
  await sendForReview(editor, await editing(editor, first));
  expect(await refusedCode(first)).toBe(sentence);
  // A comma first, and then the one in use is retired behind the draft.
  const second = await publishedProcedure({ editor: writer, publisher });
  const draftOf = await editing(editor, second);
  await publisher.call('procedureUpdateStatus', {
    procedureID: second.procedureID,
    version: 1,
    status: 'RETIRED',
    note: 'Wrong',
  });
  await sendForReview(editor, draftOf);
  expect(await refusedCode(second)).toBe(sentence);
  // A text in use has been read: its writer may publish what another person makes of it.
  const third = await publishedProcedure({ editor: writer, publisher });
  await sendForReview(editor, await editing(editor, third));
  expect((await writer.call('procedureUpdateStatus', { procedureID: third.procedureID, status: 'ACTIVE' })).data.version).toBe(2);
});

test('without an owner, or with a review date that has come, nothing goes to review: there it could not be entered', async () => {
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  const made = (await editor.call('procedureCreate', aProcedure({ reviewDate: today, owner: null }))).data;
  const review = { procedureID: made.procedureID, revision: made.revision, status: 'UNDER_REVIEW' } as const;
  const { fields } = await editor.refused('procedureUpdateStatus', review);
  expect(fields?.map(({ path }) => path)).toEqual(['reviewDate', 'owner']);
  const edit = {
    procedureID: made.procedureID,
    version: 1,
    revision: made.revision,
    reviewDate: '2027-08-06',
    owner: 'Demo lead',
  };
  await sendForReview(editor, (await editor.call('procedureUpdate', edit)).data);
});

test('a version in use is edited as a draft of the next one, and serves consents until that one is published', async () => {
  const first = await publishedProcedure({ editor, publisher });
  const { procedureID, procedureName, revision } = first;
  const edit = { procedureID, version: 1, revision, procedureDescription: 'Second text' };
  const second = (await editor.call('procedureUpdate', edit)).data;
  expect(second).toMatchObject({ version: 2, revision: revision + 1, status: 'DRAFT', clinicallyReviewed: false });
  expect(await found(procedureName, 'ALL')).toMatchObject([
    { version: 1, status: 'ACTIVE', revision: second.revision, newest: { version: 2, status: 'DRAFT' } },
  ]);
  expect(await found(procedureName, 'ACTIVE')).toMatchObject([{ version: 1, procedureDescription: '' }]);
  expect(await found(procedureName, 'DRAFT')).toMatchObject([{ version: 2, newest: null }]);
  expect(await detailsOf(procedureID)).toMatchObject({ version: 1, newest: { version: 2 } });
  expect(await detailsOf(procedureID, 2)).toMatchObject({ version: 2, editors: [expect.any(String)] });
  const chosen = { procedureID, side: null } as const;
  const before = await draft(clinician, { procedures: [chosen] });
  expect(before.data.procedures[0]?.libraryVersion).toBe(1);
  const { patientID } = before.data;
  const early = await clinician.refused('consentCreate', {
    patientID,
    formType: 'FORM_1',
    procedures: [{ ...chosen, libraryVersion: 2 }],
  });
  expect(early.fields).toMatchObject([{ path: 'procedures.0.procedureID', message: expect.stringContaining('not in use') }]);
  await publish({ editor, publisher }, second);
  expect(await found(procedureName, 'ALL')).toMatchObject([{ version: 2, status: 'ACTIVE', newest: null }]);
  expect((await draft(clinician, { procedures: [chosen] })).data.procedures[0]).toMatchObject({
    libraryVersion: 2,
    procedureDescription: 'Second text',
  });
  // A tablet may have made a draft of the text that was in use until then.
  expect((await draft(clinician, { procedures: [{ ...chosen, libraryVersion: 1 }] })).data.procedures[0]?.libraryVersion).toBe(1);
  const { consentID, version } = before;
  await clinician.call('consentSend', { consentID, version, channel: 'DEVICE' });
});

test('a text that was taken out of use goes on no consent, and completes none', async () => {
  const made = await publishedProcedure({ editor, publisher });
  const { procedureID, revision } = made;
  const form = await draft(clinician, { procedures: [{ procedureID, side: null }] });
  await publisher.call('procedureUpdateStatus', { procedureID, status: 'DRAFT', note: 'The figure is wrong' });
  expect((await detailsOf(procedureID)).clinicallyReviewed).toBe(false);
  const send = () => clinician.refused('consentSend', { consentID: form.consentID, version: form.version, channel: 'DEVICE' });
  expect((await send()).fields?.map(({ path }) => path)).toEqual(['procedures.0.procedureID']);
  const next = (await editor.call('procedureUpdate', { procedureID, version: 1, revision, procedureDescription: 'Right' })).data;
  expect(next.version).toBe(2);
  await publish({ editor, publisher }, next);
  expect((await send()).fields).toMatchObject([{ message: expect.stringContaining('was taken out of use') }]);
  const again = {
    consentID: form.consentID,
    version: form.version,
    procedures: [{ procedureID, side: null, libraryVersion: 2 }],
  };
  const chosen = await clinician.call('consentUpdate', again);
  await clinician.call('consentSend', { consentID: form.consentID, version: chosen.version, channel: 'DEVICE' });
});

test('a retired procedure goes back to draft and through review, and the one behind a draft can be retired alone', async () => {
  const made = await publishedProcedure({ editor, publisher });
  const { procedureID, revision } = made;
  const move = (status: 'DRAFT' | 'RETIRED' | 'ACTIVE' | 'UNDER_REVIEW', version?: number) =>
    publisher.call('procedureUpdateStatus', { procedureID, status, version });
  await editor.call('procedureUpdate', { procedureID, version: 1, revision, procedureDescription: 'Next' });
  expect((await publisher.refused('procedureUpdateStatus', { procedureID, version: 1, status: 'DRAFT' })).code).toBe(
    'MOVE_REFUSED',
  );
  expect((await editor.refused('procedureUpdateStatus', { procedureID, version: 1, status: 'RETIRED' })).code).toBe('FORBIDDEN');
  expect((await move('RETIRED', 1)).data).toMatchObject({ version: 1, status: 'RETIRED' });
  expect((await detailsOf(procedureID)).version).toBe(2);
  await move('UNDER_REVIEW');
  await move('ACTIVE');
  await move('RETIRED');
  expect(await found(made.procedureName, 'ACTIVE')).toEqual([]);
  const edit = { procedureID, version: 2, revision: revision + 1, procedureName: 'Retired' };
  expect((await editor.refused('procedureUpdate', edit)).code).toBe('MOVE_REFUSED');
  expect((await publisher.refused('procedureUpdateStatus', { procedureID, status: 'ACTIVE' })).code).toBe('MOVE_REFUSED');
  expect((await move('DRAFT')).data).toMatchObject({ version: 2, status: 'DRAFT' });
});

test('a stale save is refused with what is stored, overwrites nothing, and a stale reading publishes nothing', async () => {
  const { procedureID, revision } = (await editor.call('procedureCreate', aProcedure())).data;
  const edit = { procedureID, version: 1, revision };
  await publisher.call('procedureUpdate', { ...edit, procedureDescription: 'Theirs' });
  for (const refused of [
    await editor.refused('procedureUpdate', { ...edit, procedureDescription: 'Mine' }),
    await editor.refused('procedureUpdate', { ...edit, version: 2, revision: 2, procedureDescription: 'Mine' }),
    await editor.refused('procedureEditResources', { id: procedureID, revision, ...LINKS }),
    await editor.refused('procedureUpdateStatus', { procedureID, revision, status: 'UNDER_REVIEW' }),
  ]) {
    expect([refused.status, refused.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(refused.data).toMatchObject({ current: { revision: 2, procedureDescription: 'Theirs' } });
  }
  expect(await detailsOf(procedureID)).toMatchObject({ revision: 2, procedureDescription: 'Theirs', videoLinks: [] });
});

test('two saves at once: one is stored, the other is told', async () => {
  const { procedureID, revision } = (await editor.call('procedureCreate', aProcedure())).data;
  const save = (who: Caller, text: string) =>
    who.call('procedureUpdate', { procedureID, version: 1, revision, procedureDescription: text }, crypto.randomUUID());
  const results = await Promise.allSettled([save(editor, 'One'), save(publisher, 'Two')]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await detailsOf(procedureID)).revision).toBe(2);
});

test('a save that changes nothing makes no version, and null takes a default away', async () => {
  const made = await publishedProcedure(
    { editor, publisher },
    { siteDefault: 'eye', formDefault: 'FORM_1', anaestheticDefault: ['LOCAL'] },
  );
  const { procedureID, revision, procedureName } = made;
  const same = await editor.call('procedureUpdate', { procedureID, version: 1, revision, procedureName, siteDefault: 'eye' });
  expect(same.data).toMatchObject({ version: 1, revision, status: 'ACTIVE' });
  const none = { siteDefault: null, formDefault: null, anaestheticDefault: null };
  const { data } = await editor.call('procedureUpdate', { procedureID, version: 1, revision, ...none });
  expect(data).toMatchObject({ version: 2, procedureName });
  for (const field of Object.keys(none)) expect(data).not.toHaveProperty(field);
});

test('links are changed without a new version, in the version in use and in the draft behind it, and not while it is reviewed', async () => {
  const made = await publishedProcedure({ editor, publisher });
  const { procedureID } = made;
  const next = (
    await editor.call('procedureUpdate', { procedureID, version: 1, revision: made.revision, procedureDescription: 'Next' })
  ).data;
  const linked = await editor.call('procedureEditResources', { id: procedureID, revision: next.revision, ...LINKS });
  expect(linked.data).toMatchObject({ version: 1, status: 'ACTIVE', revision: next.revision + 1, ...LINKS });
  expect(await detailsOf(procedureID, 2)).toMatchObject({ procedureDescription: 'Next', ...LINKS });
  await sendForReview(editor, linked.data);
  const late = { id: procedureID, revision: linked.data.revision, videoLinks: [], Leaflets: [], imageRefs: [] };
  expect((await editor.refused('procedureEditResources', late)).code).toBe('MOVE_REFUSED');
  const edit = { procedureID, version: 2, revision: linked.data.revision, procedureDescription: 'Late' };
  expect((await editor.refused('procedureUpdate', edit)).code).toBe('MOVE_REFUSED');
});

test('bad fields are named: wrong codes, plain http, a figure above everybody, and what is listed twice', async () => {
  const refused = async (change: Parameters<typeof aProcedure>[0]) => {
    const { status, body } = await app.ask(rawRequest(calls.procedureCreate, { token: editor.token, input: aProcedure(change) }));
    expect(status).toBe(400);
    return body.fields?.map(({ path }: Fault) => path);
  };
  const risk = { name: 'Pain', frequency: { num: 3, den: 2 } };
  const code = (value: string) => ({ system: 'SNOMED_CT' as const, code: value, display: 'x' });
  expect(await refused({ codes: [code('54885007'), code('54885008')] })).toEqual(['codes.1.code']);
  expect(await refused({ codes: Array.from({ length: 11 }, () => code('54885007')) })).toEqual(['codes']);
  expect(await refused({ Leaflets: [{ title: 'Leaflet', url: 'http://example.org/a.pdf' }] })).toEqual(['Leaflets.0.url']);
  expect(await refused({ risks: [risk] })).toEqual(['risks.0.frequency']);
  expect(await refused({ risks: [{ name: 'Pain' }, { name: 'pain' }] })).toEqual(['risks.1.name']);
  expect(await refused({ procedureName: '' })).toEqual(['procedureName']);
});

const LINKS = {
  videoLinks: [{ title: 'The operation', url: 'https://example.org/video' }],
  Leaflets: [],
  imageRefs: [{ title: 'The eye', url: 'https://example.org/eye.png' }],
};

/** Another person who may do everything. */
async function secondPublisher(): Promise<Caller> {
  const role = (
    await publisher.call('roleCreate', { name: `All ${crypto.randomUUID().slice(0, 8)}`, permissions: [...PERMISSIONS] })
  ).data;
  const { email } = await addPerson(app, { like: 'admin@demo.nhs.uk' });
  await publisher.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  return signIn(app, email);
}
