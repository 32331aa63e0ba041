import { randomUUID } from 'node:crypto';
import type { Answer } from '#contract/calls.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { aPatient, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { recordStatements } from '#tests/support/server/statements.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
afterEach(() => vi.restoreAllMocks());

const howMany = async (lastName: string) => (await staff.call('patientGet', { search: lastName })).data.total;
const creates = (count: number) => Array.from({ length: count }, () => kept('patientCreate', aPatient({ id: randomUUID() })));
const statusesOf = (results: readonly { status: number }[]) => results.map(({ status }) => status);

/** Statements of an envelope of so many new patients, by their first word. */
async function statementsOf(count: number): Promise<Record<string, number>> {
  const ops = creates(count);
  // A slow machine would end a transaction early.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const statements = recordStatements();
  const results = await sendEnvelope(app, staff, ops);
  const texts = statements.takeAll().map(({ text }) => text);
  statements.stop();
  vi.restoreAllMocks();
  expect(results.every(({ status }) => status === 200)).toBe(true);
  const counted: Record<string, number> = {};
  for (const text of texts) {
    const word = text.trim().split(/\s+/, 1)[0]!;
    counted[word] = (counted[word] ?? 0) + 1;
  }
  return counted;
}

test('an envelope of new patients is one transaction, and costs the same statements for five calls and for fifty', async () => {
  const [few, many] = [await statementsOf(5), await statementsOf(50)];
  expect([many['begin'], many['commit'], many['savepoint'] ?? 0]).toEqual([1, 1, 0]);
  const total = (counted: Record<string, number>) => Object.values(counted).reduce((sum, each) => sum + each, 0);
  // But for a block of numbers, where the one before is used up.
  expect(total(many) - total(few)).toBeLessThanOrEqual(1);
  expect(total(few)).toBeLessThanOrEqual(14);
});

test('a call that fails with an error of ours undoes itself alone', async () => {
  const ops = creates(5);
  const broken = kept('patientCreate', aPatient());
  // Without an id of its own the patient gets one of the server's; ids of requests are made before.
  const { newId } = app.deps;
  const all = [...ops.slice(0, 2), broken, ...ops.slice(2)];
  const failing = vi.spyOn(app.deps, 'newId').mockImplementation(() => {
    if (new Error('here').stack?.includes('createPatients') === true) throw new Error('The ids are used up');
    return newId();
  });
  expect(statusesOf(await sendEnvelope(app, staff, all))).toEqual([200, 200, 500, 200, 200, 200]);
  failing.mockRestore();
  const again = await sendEnvelope(app, staff, all);
  expect(again.map(({ status, isReplay }) => [status, isReplay])).toEqual(all.map((op) => [200, op !== broken]));
});

test('a refused signature of an envelope leaves its evidence, and the calls around it take effect', async () => {
  const version = await sent(staff);
  const tablet = await registerTablet(await signIn(app));
  const ops = creates(2);
  const signature = kept('recordSign', typed(version, { contentDigest: '0'.repeat(64) }), {
    capturedAt: '2026-08-06T14:04:30.000Z',
  });
  const results = await sendEnvelope(app, tablet, [ops[0]!, signature, ops[1]!]);
  expect(results.map(({ status, body }) => [status, body.error])).toEqual([
    [200, undefined],
    [409, 'SIGNED_CONTENT_MISMATCH'],
    [200, undefined],
  ]);
  const { timeline } = (await staff.call('recordDetails', { id: version.recordID })).data;
  expect(timeline.filter(({ type }) => type === 'SIGNATURE_REFUSED')).toHaveLength(1);
});

test('envelopes that overlap, in any order and with single calls between them, make nothing twice', async () => {
  const ops = creates(12);
  const answers = await Promise.all([
    sendEnvelope(app, staff, ops),
    sendEnvelope(app, staff, ops.toReversed()),
    sendEnvelope(app, staff, ops.slice(4, 9)),
    ...ops.slice(0, 4).map(async (op) => [{ key: op.key, status: (await sendAlone(app, staff, op)).status }]),
  ]);
  for (const { status } of answers.flat()) expect([200, 409]).toContain(status);
  const last = await sendEnvelope(app, staff, ops);
  expect(last.every(({ status, isReplay }) => status === 200 && isReplay)).toBe(true);
  for (const { input } of ops) expect(await howMany((input as { lastName: string }).lastName)).toBe(1);
});

test('two envelopes that change the same patients in opposite orders wait for each other, and never both', async () => {
  const patients = await Promise.all([1, 2, 3, 4].map(async () => (await staff.call('patientCreate', aPatient())).data.patient));
  const edits = (phoneNumber: string) => patients.map(({ id, version }) => kept('patientUpdate', { id, version, phoneNumber }));
  // On a slow machine a transaction would end early, and the other envelope go on between.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const [one, other] = await Promise.all([
    sendEnvelope(app, staff, edits('07700900001')),
    sendEnvelope(app, staff, edits('07700900002').toReversed()),
  ]);
  expect([statusesOf(one), statusesOf(other)].toSorted()).toEqual([
    [200, 200, 200, 200],
    [409, 409, 409, 409],
  ]);
  expect(new Set([...one, ...other].map(({ body }) => body.error))).toEqual(new Set([undefined, 'VERSION_CONFLICT']));
});

test('a transaction that takes long is committed, and the next one goes on behind it', async () => {
  const edited = await Promise.all([1, 2, 3].map(async () => (await staff.call('patientCreate', aPatient())).data.patient));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const statements = recordStatements();
  // Of one name they would be made as one.
  const ops = edited.flatMap(({ id }) => [...creates(1), kept('patientUpdate', { id, version: 1, phoneNumber: '07700900000' })]);
  expect(statusesOf(await sendEnvelope(app, staff, ops))).toEqual([200, 200, 200, 200, 200, 200]);
  expect(statements.takeAll().filter(({ text }) => text === 'commit').length).toBeGreaterThan(1);
  statements.stop();
  vi.restoreAllMocks();
  expect((await sendEnvelope(app, staff, ops)).every(({ isReplay }) => isReplay)).toBe(true);
});

test('where a transaction as a whole fails, each of its calls is made by itself', async () => {
  const ops = creates(3);
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const { db } = app.deps.database;
  const broken = vi
    .spyOn(db, 'transaction')
    .mockImplementationOnce(() => ({ execute: () => Promise.reject(deadlock) }) as unknown as ReturnType<typeof db.transaction>);
  expect(statusesOf(await sendEnvelope(app, staff, ops))).toEqual([200, 200, 200]);
  expect(broken).toHaveBeenCalled();
});

test('of two new patients of one envelope who may be one person, the later one tells of the earlier', async () => {
  const who = { lastName: `Demo-Pair-${randomUUID().slice(0, 8)}`, dateOfBirth: '1950-02-03' };
  const [first, other, second] = [who, {}, { ...who, lastName: who.lastName.toUpperCase() }].map((given) =>
    kept('patientCreate', aPatient({ id: randomUUID(), ...given })),
  );
  const results = await sendEnvelope(app, staff, [first!, other!, second!]);
  const duplicates = results.map(({ body }) =>
    (body as Answer<'patientCreate'>).data.possibleDuplicates.map(({ patient }) => patient.id),
  );
  expect(duplicates).toEqual([[], [], [(first!.input as { id: string }).id]]);
});

test('a new patient of an envelope whose id is taken is refused alone', async () => {
  const taken = (await staff.call('patientCreate', aPatient())).data.patient.id;
  const [one, clash, two] = [undefined, taken, undefined].map((id) =>
    kept('patientCreate', aPatient({ id: id ?? randomUUID() })),
  );
  expect(statusesOf(await sendEnvelope(app, staff, [one!, clash!, two!]))).toEqual([200, 409, 200]);
  const id = randomUUID();
  const [first, second] = ['Demo-First', 'Demo-Second'].map((lastName) => kept('patientCreate', aPatient({ id, lastName })));
  expect(statusesOf(await sendEnvelope(app, staff, [first!, second!]))).toEqual([200, 409]);
});

test('two people who are made at once on two tablets are told of each other when they may be one', async () => {
  const who = { lastName: `Demo-Twin-${randomUUID().slice(0, 8)}`, dateOfBirth: '1950-02-03' };
  const made = await Promise.all([1, 2].map(() => staff.call('patientCreate', aPatient(who))));
  expect(made.map(({ data }) => data.possibleDuplicates.length).toSorted()).toEqual([0, 1]);
});

test('the numbers of patients who are made at once are one after another, each its own', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => staff.call('patientCreate', aPatient())));
  expect(new Set(made.map(({ data }) => data.patient.recordID)).size).toBe(5);
});
