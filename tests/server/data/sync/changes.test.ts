import { expect, test } from 'vitest';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { json } from '#server/data/json.ts';
import { changedFor, type ChangeRow } from '#server/data/sync/changes.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { changedByDefinition } from './all-changes.ts';

const ROUNDS = 3;
const QUERIES = 25;
/** Everything happens within these hours, so that many changes have the same time. */
const HOURS = 40;
const HOUR = 3_600_000;

const app = useTestApp();
const random = seededRandom('sync changes');
const below = (most: number) => Math.floor(random() * most);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
const momentOf = (hour: number) => new Date(TEST_NOW - HOURS * HOUR + hour * HOUR).toISOString();
const moment = () => momentOf(below(HOURS));
const newId = () =>
  uuidV7(
    TEST_NOW,
    Uint8Array.from({ length: 10 }, () => below(256)),
  );

/** Adds random patients, cases, versions, events and kept calls: any times, owners and deletions, whether or not a call would write them. */
async function scatter(organisationId: string, users: readonly string[]): Promise<void> {
  const { db } = app.database;
  const template = await db
    .selectFrom('patients')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const version = await db
    .selectFrom('consents')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('patients')
    .select(({ fn }) => fn.max('number').as('most'))
    .executeTakeFirstOrThrow();
  for (let nth = 1; nth <= 12; nth += 1) {
    const patientId = newId();
    const patient = {
      ...template,
      id: patientId,
      number: last.most + nth,
      created_by: oneOf(users),
      updated_at: moment(),
      restricted: random() < 0.3,
    };
    const { communication, ...plain } = patient;
    await db
      .insertInto('patients')
      .values({ ...plain, communication: json(communication) })
      .execute();
    if (random() < 0.3) await keep(organisationId, 'patient', patientId, oneOf(users));
    for (let at = below(3); at > 0; at -= 1) await scatterCase(organisationId, users, { patientId, version });
  }
}

type Version = Awaited<ReturnType<typeof versionRow>>;
const versionRow = () => app.database.db.selectFrom('consents').selectAll().executeTakeFirstOrThrow();

async function scatterCase(
  organisationId: string,
  users: readonly string[],
  { patientId, version }: { patientId: string; version: Version },
): Promise<void> {
  const { db } = app.database;
  const caseId = newId();
  const listed = random() < 0.3 ? momentOf(below(HOURS * 2)).slice(0, 10) : null;
  await db
    .insertInto('cases')
    .values({
      organisation_id: organisationId,
      id: caseId,
      patient_id: patientId,
      clinician_id: oneOf(users),
      status: oneOf(CASE_STATUSES),
      current_consent_id: null,
      in_force_consent_id: null,
      listed_on: listed,
      theatre: null,
      list_type: listed === null ? null : 'THEATRE',
      listed_at: null,
      listed_by: null,
      version: 1 + below(5),
      created_at: moment(),
      updated_at: moment(),
      deleted_at: random() < 0.1 ? moment() : null,
    })
    .execute();
  for (let nth = 1 + below(3); nth > 0; nth -= 1) {
    const id = newId();
    const {
      content,
      old_procedures: old,
      listed_content: _content,
      listed_identity: _identity,
      listed_choice_details: _details,
      talks: _talks,
      ...plain
    } = version;
    await db
      .insertInto('consents')
      .values({
        ...plain,
        id,
        case_id: caseId,
        version_number: nth,
        status: oneOf(CASE_STATUSES),
        clinician_id: oneOf(users),
        pinned: null,
        verify_code: null,
        digest: null,
        signed_at: null,
        sealed_at: null,
        content: json(content),
        old_procedures: json(old),
        updated_at: moment(),
        deleted_at: random() < 0.4 ? moment() : null,
      })
      .execute();
    if (random() < 0.5)
      await keep(organisationId, random() < 0.8 ? 'consent' : 'record', random() < 0.5 ? id : caseId, oneOf(users));
  }
  for (let seq = below(4); seq > 0; seq -= 1)
    await db
      .insertInto('timeline')
      .values({
        organisation_id: organisationId,
        case_id: caseId,
        seq,
        id: newId(),
        at: moment(),
        device_at: null,
        type: 'FORM_OPENED',
        actor: json({ kind: 'SYSTEM', name: '', role: '' } as const),
        version_id: null,
        detail: json({}),
        prev_hash: '',
        hash: '',
      })
      .execute();
}

async function keep(organisationId: string, entity: string, entityId: string, userId: string): Promise<void> {
  await app.database.db
    .insertInto('entity_ops')
    .values({
      owner: userId,
      op_id: newId(),
      organisation_id: organisationId,
      entity,
      entity_id: entityId,
      version: 1,
      user_id: userId,
      device_id: null,
      captured_at: null,
      received_at: moment(),
      clock_offset: null,
    })
    .execute();
}

test('what is found by indexes is what the definition finds, in the same order and on every page', async () => {
  const { db } = app.database;
  const staff = await db.selectFrom('users').select(['id', 'organisation_id']).where('status', '=', 'ACTIVE').execute();
  const organisationId = oneOf(staff).organisation_id;
  const users = staff
    .filter((user) => user.organisation_id === organisationId)
    .map(({ id }) => id)
    .slice(0, 3);
  const kinds: ChangeRow['entity'][] = ['patient', 'consent', 'listed'];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await scatter(organisationId, users);
    for (let nth = 0; nth < QUERIES; nth += 1) {
      const query = {
        organisationId,
        userId: oneOf(users),
        entities: random() < 0.7 ? kinds : kinds.slice(0, 1 + below(2)),
        since: random() < 0.4 ? null : moment(),
        recent: moment(),
        today: moment().slice(0, 10),
        limit: 1 + below(random() < 0.5 ? 8 : 200),
      };
      let after: ChangeRow | null = null;
      for (let page = 0; page < 3; page += 1) {
        const expected: ChangeRow[] = await changedByDefinition(db, { ...query, after });
        expect(await changedFor(db, { ...query, after }), JSON.stringify({ ...query, after })).toEqual(expected);
        found += expected.length;
        after = expected.at(-1) ?? null;
        if (after === null) break;
      }
    }
  }
  expect(found).toBeGreaterThan(500);
});
