import type { AddressInfo } from 'node:net';
import { sql as raw } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { HOUR } from '#domain/base/limits.ts';
import { buildApp } from '#server/app.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import type { Deps } from '#server/deps.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { aPatient, draft, handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { databaseUrl } from '#tests/support/server/database.ts';
import { openLiveStream, type LiveStream } from '#tests/support/server/live-stream.ts';
import { isFull, rowsOf } from '#tests/support/checks/full.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { soon } from '#tests/support/checks/soon.ts';

type Server = Awaited<ReturnType<typeof buildApp>>;
type Staff = Caller & { token: string };

let app: TestApp;
let first: Server;
let second: Server;
let closeSecond: () => Promise<void>;
let staff: Staff;
const BEAT = 200;

beforeAll(async () => {
  app = await openTestApp();
  first = await listening(app.deps);
  const own = await ownConnection(app);
  second = await listening({ ...app.deps, database: own.database });
  closeSecond = own.close;
  staff = await signIn(app);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await closeSecond();
  await app.close();
});

const open: LiveStream[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listening(deps: Deps): Promise<Server> {
  const server = await buildApp(deps, { live: { beat: BEAT, session: 2, person: 3 } });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

/** On PostgreSQL the second server has connections of its own; the embedded database has one for everybody. */
async function ownConnection({ deps, database }: TestApp): Promise<{ database: Deps['database']; close(): Promise<void> }> {
  const url = process.env['ASSENT_TEST_POSTGRES'];
  if (database.kind === 'embedded' || url === undefined) return { database: deps.database, close: async () => undefined };
  const { rows } = await raw<{ name: string }>`select current_database() as name`.execute(database.db);
  const own = await openPostgres<Tables>({ url: databaseUrl(url, rows[0]?.name ?? '') });
  return { database: own, close: () => own.close() };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

async function follow({ token }: Staff, server = second): Promise<LiveStream> {
  const stream = await openLiveStream(originOf(server), token);
  open.push(stream);
  return stream;
}

const names = (id: string) => (event: LiveEvent) => event.kind === 'changed' && event.ids.includes(id);

test('a signature, a question and a recall on one server are published on the other', async () => {
  const version = await sent(staff);
  const stream = await follow(staff);
  const publishes = async (act: () => Promise<unknown>) => {
    await stream.quiet();
    const arrived = stream.next(names(version.recordID));
    await act();
    await arrived;
  };
  const signer = await handOver(app, staff, { consentID: version.consentID, role: 'PATIENT' });
  const text = 'How long shall I stay?';
  await publishes(() => signer.call('recordQuestion', { consentID: version.consentID, text }));
  const { questions } = (await staff.call('recordDetails', { id: version.recordID })).data.consents[0]!;
  await staff.call('recordAnswer', { id: questions[0]!.id, answer: 'One day' });
  await publishes(() => signer.call('recordSign', inked(signer.details)));
  await publishes(() => staff.call('recordRecall', { consentID: version.consentID, reason: 'The side was wrong' }));
  const wire = JSON.stringify(stream.events);
  for (const secret of [text, version.consentID, 'PATIENT', 'Demo']) expect(wire).not.toContain(secret);
});

test('a sealed document is published by the server that sealed it', async () => {
  const version = await sent(staff);
  const signer = await handOver(app, staff, { consentID: version.consentID, role: 'PATIENT' });
  await signer.call('recordSign', inked(signer.details));
  await staff.call('recordSign', typed(version));
  const stream = await follow(staff);
  await stream.quiet();
  const arrived = stream.next(names(version.recordID));
  await app.doJobs();
  await arrived;
});

test('an answer tells proxies to pass it on, is not compressed and has no cookie', async () => {
  const { headers } = await follow(staff);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('x-app')).toBe('consent');
  expect(headers.get('set-cookie')).toBeNull();
});

test('nobody opens a stream without a session, with a ticket, by an address, or with anything in the query', async () => {
  const { consentID } = await sent(staff);
  const signer = await handOver(app, staff, { consentID, role: 'PATIENT' });
  const status = async (path: string, token?: string) =>
    (await fetch(`${originOf(first)}/api/${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await status('live')).toBe(401);
  expect(await status('live', `s_${'x'.repeat(43)}`)).toBe(401);
  expect(await status('live', signer.token)).toBe(403);
  expect(await status(`live?token=${staff.token}`)).toBe(401);
  expect(await status(`live?since=1`, staff.token)).toBe(400);
});

test('another organisation receives nothing', async () => {
  const other = await follow(await signIn(app, 'clinician@second.nhs.uk'));
  const own = await follow(staff);
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await soon(() => expect(own.received(patient.id)).toBe(true));
  const theirs = await signIn(app, 'clinician@second.nhs.uk');
  const { patient: stranger } = (await theirs.call('patientCreate', aPatient())).data;
  await soon(() => expect(other.received(stranger.id)).toBe(true));
  expect(other.received(patient.id)).toBe(false);
  expect(own.received(stranger.id)).toBe(false);
});

test('whoever reads no patient receives nothing, and whoever only refers receives the own referrals alone', async () => {
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  const [auditor, referring, own] = [
    await follow(await signIn(app, 'auditor@demo.nhs.uk')),
    await follow(referrer),
    await follow(staff),
  ];
  const { recordID: foreign } = await draft(staff);
  const { patient } = (await referrer.call('patientCreate', aPatient())).data;
  const question = 'Is an operation right for the cataract?';
  const to = { speciality: 'Ophthalmology' };
  const { recordID } = (await referrer.call('recordRefer', { patientID: patient.id, to, question })).data;
  await soon(() => {
    for (const id of [foreign, recordID]) expect(own.received(id)).toBe(true);
    expect(referring.received(recordID)).toBe(true);
  });
  expect(referring.received(foreign)).toBe(false);
  expect(auditor.events.filter(({ kind }) => kind === 'changed')).toEqual([]);
});

test('an import of many patients is few events, and names none', async () => {
  const stream = await follow(staff);
  await stream.quiet();
  const resyncs = () => stream.events.filter(({ kind }) => kind === 'resync').length;
  const before = resyncs();
  const resync = stream.next(({ kind }) => kind === 'resync');
  const patients = Array.from({ length: 60 }, () => aPatient());
  const { results } = (await staff.call('patientBulkAdd', { patients })).data;
  await resync;
  await stream.quiet();
  expect(resyncs() - before).toBeLessThan(5);
  const ids = results.map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
  expect(ids.filter((id) => stream.received(id))).toEqual([]);
});

test('a flood of changes becomes few events, and none is lost', async () => {
  const stream = await follow(staff);
  const ids: string[] = [];
  for (let nth = 0; nth < 30; nth += 1) ids.push((await staff.call('patientCreate', aPatient())).data.patient.id);
  await soon(() => expect(ids.filter((id) => !stream.received(id))).toEqual([]));
  expect(stream.events.length).toBeLessThan(ids.length);
});

type Change = (admin: Caller, email: string, own: Staff) => Promise<unknown>;
const ENDINGS: [string, Change][] = [
  ['a sign-out', (_, __, own) => own.call('userDestroyToken', {})],
  ['a suspension', (admin, email) => admin.call('userAuthorise', { email, status: 'SUSPENDED' })],
  [
    'another role',
    async (admin, email) =>
      admin.call('userAuthorise', { email, roleID: await roleId(admin, 'READ_ONLY'), expiryDate: '2027-01-01' }),
  ],
];

test.each(rowsOf(ENDINGS, 2))('%s ends the streams of the person on both servers, and nobody else’s', async (_, change) => {
  const { email } = await addPerson(app, { role: 'NURSE' });
  const own = await signIn(app, email);
  const streams = [await follow(own, first), await follow(own, second)];
  const colleague = await follow(staff);
  await change(await signIn(app, 'admin@demo.nhs.uk'), email, own);
  for (const { ended, events } of streams) {
    await ended;
    expect(events.at(-1)).toEqual({ kind: 'end', why: 'session' });
  }
  expect(colleague.events.filter(({ kind }) => kind === 'end')).toEqual([]);
});

test('a newer stream takes the place of the oldest of its session', async () => {
  const own = await signIn(app, 'nurse@demo.nhs.uk');
  const [oldest, older] = [await follow(own), await follow(own)];
  await follow(own);
  await oldest.ended;
  expect(oldest.events.at(-1)).toEqual({ kind: 'end', why: 'replaced' });
  expect(older.events.filter(({ kind }) => kind === 'end')).toEqual([]);
});

test('a full server refuses with the time of a retry, has room once a browser goes away, and ends its streams as it stops', async () => {
  const small = await buildApp(app.deps, { live: { beat: BEAT, server: 1 } });
  await small.listen({ port: 0, host: '127.0.0.1' });
  const only = await follow(staff, small);
  const { statusCode, headers } = await small.inject({ url: '/api/live', headers: { authorization: `Bearer ${staff.token}` } });
  expect(statusCode).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  only.close();
  const { events, ended } = await soon(() => follow(staff, small));
  await small.close();
  await ended;
  expect(events.at(-1)).toEqual({ kind: 'end', why: 'stop' });
});

test('after the database has cut the listening connection, it is opened again, and every browser is told to ask', async () => {
  if (app.database.kind === 'embedded') return;
  const stream = await follow(staff);
  await stream.quiet();
  const paused = stream.next(({ kind }) => kind === 'paused');
  const again = stream.next(({ kind }) => kind === 'resync');
  await raw`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assent live' and datname = current_database()`.execute(app.database.db);
  await paused;
  await again;
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await soon(() => expect(stream.received(patient.id)).toBe(true));
});

test.runIf(isFull)('ten streams share one connection to the database', async () => {
  if (app.database.kind === 'embedded') return;
  const streams: LiveStream[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const { email } = await addPerson(app, { role: 'NURSE' });
    streams.push(await follow(await signIn(app, email), first));
  }
  const { rows } = await raw<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where application_name = 'assent live' and datname = current_database()`.execute(app.database.db);
  expect(rows[0]?.count).toBeLessThanOrEqual(2);
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await soon(() => expect(streams.every((each) => each.received(patient.id))).toBe(true));
});

test('the end of a session by its time ends the stream with the next beat', async () => {
  const own = await signIn(app, 'nurse@demo.nhs.uk');
  const { ended, events } = await follow(own);
  app.clock.advance(2 * HOUR);
  await ended;
  expect(events.at(-1)).toEqual({ kind: 'end', why: 'session' });
});
