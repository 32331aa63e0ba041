import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { openAccessLog, type NewAccess } from '#server/data/audit/access-log.ts';
import { checkAccess } from '#server/work/integrity/check-access.ts';
import { draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { recordStatements, type StatementLog } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let organisationId: string;
let staff: Caller;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  ({ id: organisationId } = await opened.database.db
    .selectFrom('organisations')
    .select('id')
    .where('name', '=', 'Demo General Hospital')
    .executeTakeFirstOrThrow());
});
let statements: StatementLog;
beforeAll(() => {
  statements = recordStatements();
});
afterAll(() => statements.stop());

const line = (patient: string): NewAccess => ({
  organisationId,
  act: 'OPENED',
  call: 'patientGetDetails',
  user: { id: randomUUID(), name: 'Demo Clinician', role: 'Clinician' },
  subject: { patient },
  deviceId: null,
  address: '127.0.0.1',
});
const opened = () => openAccessLog({ ...app.deps, db: app.database.db });
const chainOf = async (patient: string) =>
  (await app.database.db.selectFrom('access_log').selectAll().where('patient_id', '=', patient).orderBy('at').execute()).map(
    ({ chain_id, seq }) => ({ chain_id, seq }),
  );
const faults = async () => {
  const found: string[] = [];
  const note = () => (fault: string) => void found.push(fault);
  await checkAccess(app.deps, { takeFiled: () => undefined, isStopped: () => false, isDeep: true, note });
  return found;
};

test('a hundred readings at once wait for two statements, not for each other, and are one chain', async () => {
  const log = opened();
  const patient = randomUUID();
  statements.count();
  await Promise.all(Array.from({ length: 100 }, async () => log.add([line(patient)])));
  expect(statements.count()).toBe(2);
  const chain = await chainOf(patient);
  expect(new Set(chain.map(({ chain_id }) => chain_id)).size).toBe(1);
  expect(chain.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(await faults()).toEqual([]);
});

test('two servers write two chains, which both hold; a day begins a new one', async () => {
  const [one, other] = [opened(), opened()];
  const patient = randomUUID();
  for (let nth = 0; nth < 5; nth += 1) await Promise.all([one.add([line(patient)]), other.add([line(patient)])]);
  const chains = new Set((await chainOf(patient)).map(({ chain_id }) => chain_id));
  expect(chains.size).toBe(2);
  app.clock.advance(24 * HOUR);
  await one.add([line(patient)]);
  expect(new Set((await chainOf(patient)).map(({ chain_id }) => chain_id)).size).toBe(3);
  expect(await faults()).toEqual([]);
});

test('after a statement that failed, lines are written again, in a chain that holds', async () => {
  const log = opened();
  const patient = randomUUID();
  await log.add([line(patient)]);
  await expect(log.add([{ ...line(patient), deviceId: 'no uuid' }])).rejects.toThrow(/uuid/);
  await log.add([line(patient)]);
  const chain = await chainOf(patient);
  expect(chain).toHaveLength(2);
  expect(new Set(chain.map(({ chain_id }) => chain_id)).size).toBe(2);
  expect(await faults()).toEqual([]);
});

test('a line finds its case and patient by whichever id a call has, and nothing of another organisation', async () => {
  staff = await signIn(app);
  const { consentID, recordID, data } = await draft(staff);
  const second = await app.database.db
    .selectFrom('organisations')
    .select('id')
    .where('name', '=', 'Second Demo Hospital')
    .executeTakeFirstOrThrow();
  const address = randomUUID();
  const about = { ...line(randomUUID()), address };
  await app.deps.accessLog.add([
    { ...about, subject: { consent: consentID } },
    { ...about, subject: { case: recordID } },
    { ...about, subject: undefined },
    { ...about, organisationId: second.id, subject: { case: recordID } },
  ]);
  const rows = await app.database.db
    .selectFrom('access_log')
    .selectAll()
    .where('address', '=', address)
    .orderBy('organisation_id')
    .orderBy('seq')
    .execute();
  const ours = rows.filter(({ organisation_id }) => organisation_id === organisationId);
  expect(ours.map(({ patient_id, case_id }) => [patient_id, case_id])).toEqual([
    [data.patientID, recordID],
    [data.patientID, recordID],
    [null, null],
  ]);
  expect(rows.filter(({ organisation_id }) => organisation_id === second.id)).toMatchObject([
    { patient_id: null, case_id: null },
  ]);
});
