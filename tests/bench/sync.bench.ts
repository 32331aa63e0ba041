import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { changedFor } from '#server/data/sync/changes.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { changedByDefinition } from '#tests/server/data/sync/all-changes.ts';
import { openHospital, SIZES } from './hospital.ts';
import { databaseTime } from './database-time.ts';
import { median, report } from './report.ts';
import { sentBytes } from './sent-bytes.ts';

/** Those of them whose clinician signs in on an empty tablet. */
const OWN = 500;
const ROUNDS = 15;
const OWN_EMAIL = 'clinician@demo.nhs.uk';
/** The clinician of the draft that the hospital is filled with copies of. */
const OTHER_EMAIL = 'eyes@demo.nhs.uk';
const DAY = 86_400_000;

const hospital = openHospital();

test('an idle pull and a first sync, with one, ten and fifty thousand cases of one hospital', async () => {
  const { db, organisationId } = hospital();
  const people = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('organisation_id', '=', organisationId)
    .where('email', 'in', [OWN_EMAIL, OTHER_EMAIL])
    .execute();
  const own = people.find(({ email }) => email === OWN_EMAIL)!.id;
  const other = people.find(({ email }) => email === OTHER_EMAIL)!.id;
  for (const size of SIZES) {
    await hospital().growTo(size, () => giveAway(db, { own, other }));
    // Everything is older than the cursor of a tablet that pulls each minute.
    const query = {
      organisationId,
      userId: own,
      entities: ['patient', 'consent', 'listed'] as const,
      since: new Date(Date.now() + DAY).toISOString(),
      recent: new Date(Date.now() - 30 * DAY).toISOString(),
      today: new Date().toISOString().slice(0, 10),
      after: null,
      limit: 301,
    };
    const idle = await timed(() => changedFor(db, query));
    const inside: { planning: number; execution: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      inside.push(await databaseTime(db, (explaining) => changedFor(explaining, query)));
    const middle = (part: 'planning' | 'execution') => median(inside.map((each) => each[part])).toFixed(1);
    const whole = await timed(() => changedByDefinition(db, query));
    report({
      line: `idle sync pull, ${size} cases of the hospital`,
      now: `${middle('execution')} ms of database time, planned once in ${middle('planning')} ms; ${idle.toFixed(1)} ms with its way there and back`,
      aim: '2 ms of database time',
      beside: `the same by its definition, over whole tables: ${whole.toFixed(0)} ms, ${(whole / idle).toFixed(0)} times as long`,
    });
    const first = await firstSync();
    report({
      line: `first sync of ${OWN} cases of ${size}`,
      now: `${first.requests} requests, ${(first.ms / 1000).toFixed(1)} s, ${(first.bytes / 1024).toFixed(0)} KiB compressed (largest ${(first.largest / 1024).toFixed(0)}), ${first.changes} changes`,
      aim: '6 requests, 3 s, 256 KiB a page',
    });
    expect(first.changes).toBeGreaterThan(OWN);
  }
});

/** Leaves so many cases with the clinician, the newest, and gives the others to a colleague. */
async function giveAway(db: Kysely<Tables>, { own, other }: { own: string; other: string }): Promise<void> {
  await sql`with mine as (select id from cases where clinician_id in (${own}, ${other}) order by id desc limit ${OWN})
    update cases set clinician_id = case when id in (select id from mine) then ${own}::uuid else ${other}::uuid end
    where clinician_id in (${own}, ${other})`.execute(db);
  await sql`update consents v set clinician_id = c.clinician_id from cases c where c.organisation_id = v.organisation_id and c.id = v.case_id`.execute(
    db,
  );
  await sql`update patients p set created_by = c.clinician_id from cases c where c.organisation_id = p.organisation_id and c.patient_id = p.id`.execute(
    db,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

async function firstSync(): Promise<{ requests: number; ms: number; bytes: number; largest: number; changes: number }> {
  const token = await hospital().signIn();
  const found = { requests: 0, ms: 0, bytes: 0, largest: 0, changes: 0 };
  const began = performance.now();
  for (let cursor: string | undefined, more = true; more;) {
    const place = new URL('/api/sync/changes', hospital().origin);
    if (cursor !== undefined) place.searchParams.set('since', cursor);
    const { bytes, body } = await sentBytes(place, token);
    const page = body as { changes: unknown[]; cursor: string; more: boolean };
    found.requests += 1;
    found.bytes += bytes;
    found.largest = Math.max(found.largest, bytes);
    found.changes += page.changes.length;
    ({ cursor, more } = page);
  }
  return { ...found, ms: performance.now() - began };
}
