import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import type { ListedCase } from '#contract/sync.ts';
import { DAY } from '#domain/limits.ts';
import { localDate } from '#domain/plain-date.ts';
import { draft, sent, signAll, signIn, type Caller } from '#tests/support/builders.ts';
import { kept, sendEnvelope } from '#tests/support/tablet.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const dayIn = (days: number) => localDate(app.clock.now() + days * DAY, app.parts.settings.timeZone);
const on = (date: string) => ({ date, theatre: 'Theatre 2', listType: 'THEATRE' as const });
type Changes = Output<'syncChanges'>['changes'];

async function pull(caller: Caller, since?: string): Promise<{ changes: Changes; cursor: string }> {
  const changes: Changes = [];
  for (;;) {
    const answer = await caller.call('syncChanges', since === undefined ? {} : { since });
    changes.push(...answer.changes);
    since = answer.cursor;
    if (!answer.more) return { changes, cursor: since };
  }
}
const listedIn = (changes: Changes, recordID: string) => changes.find(({ entity, id }) => entity === 'listed' && id === recordID);
const lightOf = async (recordID: string) => {
  // Looked up in the changes of listed cases alone.
  const data = listedIn((await pull(staff)).changes, recordID)?.data as ListedCase | null | undefined;
  return data == null ? null : [data.light, data.reason];
};

test('a case is listed, changed and taken off; its record and its timeline say so', async () => {
  const { recordID, version } = await draft(staff);
  const listed = await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(1)) });
  expect(listed).toMatchObject({ message: 'Listed for surgery', version: version + 1, data: { recordID, listed: on(dayIn(1)) } });
  const clinic = { date: dayIn(3), theatre: null, listType: 'CLINIC' as const };
  const moved = await staff.call('recordUpdate', { recordID, version: listed.version, listed: clinic });
  expect((await staff.call('recordDetails', { id: recordID })).data.record.listed).toEqual(clinic);
  const off = await staff.call('recordUpdate', { recordID, version: moved.version, listed: null });
  expect(off).toMatchObject({ message: 'Taken off the list', data: { listed: null } });
  const events = (await staff.call('recordTimeline', { id: recordID })).data.slice(-3);
  expect(events.map(({ type, detail }) => [type, detail])).toEqual([
    ['LISTED', on(dayIn(1))],
    ['LISTED', clinic],
    ['UNLISTED', clinic],
  ]);
});

test('whoever lists a case on an older version is told the present one, and nothing is written', async () => {
  const { recordID, consentID, version } = await draft(staff);
  await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(1)) });
  const { code, data } = await staff.refused('recordUpdate', { recordID, consentID, version, listed: on(dayIn(2)) });
  expect([code, (data as { current: { version: number } }).current.version]).toEqual(['VERSION_CONFLICT', version + 1]);
  expect((await staff.call('recordDetails', { id: recordID })).data.record.listed?.date).toBe(dayIn(1));
});

test('a form of another case is not found under this one', async () => {
  const [one, other] = [await draft(staff), await draft(staff)];
  const { recordID } = one;
  const { consentID, version } = other;
  expect((await staff.refused('recordUpdate', { recordID, consentID, version, listed: null })).code).toBe('NOT_FOUND');
});

test('what was withdrawn is listed no more, and can still be taken off', async () => {
  const out = await sent(staff);
  await signAll(app, staff, out);
  const { recordID, consentID } = out;
  const newest = async () => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!.version;
  await staff.call('recordUpdate', { recordID, version: await newest(), listed: on(dayIn(1)) });
  await staff.call('recordWithdraw', { consentID });
  expect(await lightOf(recordID)).toEqual(['RED', 'The consent is withdrawn']);
  const version = await newest();
  expect((await staff.refused('recordUpdate', { recordID, version, listed: on(dayIn(2)) })).code).toBe('MOVE_REFUSED');
  expect((await staff.call('recordUpdate', { recordID, version, listed: null })).data.listed).toBeNull();
});

test('a device that kept it is heard once, on the version that its own edit made', async () => {
  const { recordID, consentID, version } = await draft(staff);
  const edit = kept('consentUpdate', { consentID, version, mattersToMe: 'Reading' });
  const list = kept('recordUpdate', { recordID, consentID, version: { after: edit.key }, listed: on(dayIn(1)) });
  for (let tries = 0; tries < 2; tries += 1)
    expect((await sendEnvelope(app, staff, [edit, list])).map(({ status }) => status)).toEqual([200, 200]);
  const events = (await staff.call('recordTimeline', { id: recordID })).data;
  expect(events.filter(({ type }) => type === 'LISTED')).toHaveLength(1);
  const op = await app.database.sql.selectFrom('entity_ops').selectAll().where('op_id', '=', list.key).executeTakeFirstOrThrow();
  expect(op).toMatchObject({ entity: 'consent', entity_id: consentID, version: version + 2 });
});

test('a tablet is told its person’s listed cases from today on, with side, place and light, and no colleague’s', async () => {
  const out = await sent(staff);
  const { recordID, consentID, patientID, version } = out;
  await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(0)) });
  const change = listedIn((await pull(staff)).changes, recordID);
  expect(change?.data).toEqual({
    recordID,
    patientID,
    consentID,
    procedure: expect.stringMatching(/, (LEFT|RIGHT)/),
    side: out.procedures[0]!.side,
    ...on(dayIn(0)),
    light: 'AMBER',
    reason: 'Nobody has signed yet',
  });
  const colleague = await signIn(app, 'bch@demo.nhs.uk');
  expect(listedIn((await pull(colleague)).changes, recordID)).toBeUndefined();
  await signAll(app, staff, out);
  await app.doJobs();
  expect(await lightOf(recordID)).toEqual(['GREEN', 'Signed and sealed']);
  const version2 = (await staff.call('recordDetails', { id: recordID })).data.consents[0]!.version;
  await staff.call('recordUpdate', { recordID, version: version2, listed: null });
});

test('what is taken off, moved to the past or deleted is told as gone to whoever had it, and never to a new tablet', async () => {
  const cases = [await draft(staff), await draft(staff), await draft(staff)];
  const versions: number[] = [];
  for (const { recordID, version } of cases)
    versions.push((await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(1)) })).version);
  app.clock.advance(120_000);
  const { changes, cursor } = await pull(staff);
  for (const { recordID } of cases) expect(listedIn(changes, recordID)?.data).not.toBeNull();
  app.clock.advance(120_000);
  await staff.call('recordUpdate', { recordID: cases[0]!.recordID, version: versions[0]!, listed: null });
  await staff.call('recordUpdate', { recordID: cases[1]!.recordID, version: versions[1]!, listed: on(dayIn(-1)) });
  await staff.call('recordDelete', { id: cases[2]!.recordID });
  const { changes: later } = await pull(staff, cursor);
  for (const { recordID } of cases) expect(listedIn(later, recordID)).toMatchObject({ data: null });
  const { changes: fresh } = await pull(staff);
  for (const { recordID } of cases) expect(listedIn(fresh, recordID)).toBeUndefined();
});

test('many listed cases come in pages, each once', async () => {
  const before = await pull(staff);
  const made = [];
  for (let at = 0; at < 20; at += 1) made.push(await draft(staff));
  for (const { recordID, version } of made)
    await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(2)) }, randomUUID());
  const { changes } = await pull(staff, before.cursor);
  const told = changes.filter(({ entity }) => entity === 'listed').map(({ id }) => id);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual(expect.arrayContaining(made.map(({ recordID }) => recordID)));
});

test('a case that is listed stays on a new tablet with its patient, however long ago it was signed', async () => {
  const out = await sent(staff);
  await signAll(app, staff, out);
  const { recordID, consentID, patientID } = out;
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
  await staff.call('recordUpdate', { recordID, version, listed: on(dayIn(60)) });
  app.clock.advance(40 * DAY);
  staff = await signIn(app);
  const ids = (await pull(staff)).changes.map(({ entity, id }) => `${entity} ${id}`);
  expect(ids).toEqual(expect.arrayContaining([`listed ${recordID}`, `consent ${consentID}`, `patient ${patientID}`]));
});

test('who may not read patients is told no list', async () => {
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await pull(auditor)).changes).toEqual([]);
});
