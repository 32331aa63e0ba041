import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { claimDeleting, LEFTOVER_KINDS, type LeftoverKind } from '#server/data/jobs/leftovers.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { RETENTION } from '#server/policies/retention.ts';
import { deleteOldLeftovers } from '#server/work/delete-leftovers.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { recordStatements } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
let organisation = '';
let user = '';
beforeAll(async () => {
  await signIn(app, 'clinician@demo.nhs.uk');
  const { db } = app.database;
  const row = await db
    .selectFrom('users')
    .select(['organisation_id', 'id'])
    .where('email', '=', 'clinician@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  [organisation, user] = [row.organisation_id, row.id];
});

/** A row of a kind that ended at a moment. @returns its key */
const INSERT: Readonly<Record<LeftoverKind, (key: string, at: string) => Promise<unknown>>> = {
  sessions: (key, at) =>
    sql`insert into sessions (organisation_id, id, user_id, signed_in_at, ends_at)
      values (${organisation}, ${key}, ${user}, ${at}, ${at})`.execute(app.database.db),
  halfSignIns: (key, at) =>
    sql`insert into half_sign_ins (user_id, at) select id, ${at} from users where id not in (select user_id from half_sign_ins)
      order by id limit 1`.execute(app.database.db),
  codes: (key, at) =>
    sql`insert into one_time_codes (id, user_id, purpose, code_hash, created_at, ends_at)
      values (${key}, ${user}, 'RESET', ${key}, ${at}, ${at})`.execute(app.database.db),
  tickets: async (key, at) => {
    await sql`insert into handovers (organisation_id, id, consent_id, role, user_id, started_at)
      select organisation_id, ${key}, id, 'PATIENT', ${user}, ${at} from consents where organisation_id = ${organisation} limit 1`.execute(
      app.database.db,
    );
    await sql`insert into tickets (token_hash, organisation_id, handover_id, ends_at, latest_end)
      values (${key}, ${organisation}, ${key}, ${at}, ${at})`.execute(app.database.db);
  },
  documentLinks: (key, at) =>
    sql`insert into document_links (token_hash, organisation_id, document_id, ends_at)
      values (${key}, ${organisation}, ${key}, ${at})`.execute(app.database.db),
  mails: (key, at) => insertMail(key, at, 'SENT'),
  mailJobs: (key, at) => insertJob(key, at, { kind: 'MAIL', state: 'DONE' }),
  packJobs: (key, at) => insertJob(key, at, { kind: 'PACK', state: 'DONE' }),
  notifications: (key, at) =>
    sql`insert into notifications (organisation_id, id, event_id, case_id, consent_id, kind, recipient, user_id, speed, due_at, state, created_at, settled_at)
      select organisation_id, ${key}, ${key}, case_id, id, 'WITHDRAWN', 'user', ${user}, 'NOW', ${at}, 'SENT', ${at}, ${at} from consents
      where organisation_id = ${organisation} limit 1`.execute(app.database.db),
  callbackKeys: (key, at) => sql`insert into callback_keys (hash, at) values (${key}, ${at})`.execute(app.database.db),
  deadAddresses: (key, at) =>
    sql`insert into dead_addresses (organisation_id, recipient_mac, channel, at) values (${organisation}, ${key}, 'SMS', ${at})`.execute(
      app.database.db,
    ),
  nonces: (key, at) =>
    sql`insert into used_nonces (organisation_id, hash, ends_at) values (${organisation}, ${key}, ${at})`.execute(
      app.database.db,
    ),
  answers: (key, at) =>
    sql`insert into idempotency (owner, op_id, route, body_sha256, created_at)
      values ('test', ${key}, 'x', 'x', ${at})`.execute(app.database.db),
  throttles: (key, at) => sql`insert into throttles (name, hits, resets_at) values (${key}, 1, ${at})`.execute(app.database.db),
};

function insertMail(key: string, at: string, state: string, link: string | null = null) {
  return sql`insert into mails (organisation_id, id, kind, address, name, subject, state, created_at, link_id)
    values (${organisation}, ${key}, 'RESET', 'nobody.demo@example.org', '', 'Demo', ${state}, ${at}, ${link})`.execute(
    app.database.db,
  );
}

function insertJob(key: string, at: string, { kind, state }: { kind: string; state: string }) {
  return sql`insert into jobs (id, organisation_id, kind, payload, dedup, state, next_at, created_at)
    values (${key}, ${organisation}, ${kind}, '{}', ${`test:${key}`}, ${state}, ${at}, ${at})`.execute(app.database.db);
}

const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
const deleted = async () => Object.fromEntries(await deleteOldLeftovers(app.deps));
const countIn = async (table: string, where: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(`${table} where ${where}`)}`.execute(
    app.database.db,
  );
  return rows[0]?.count;
};

test.each(LEFTOVER_KINDS)('%s go once they are older than their retention, and not a moment before', async (kind) => {
  await deleted();
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  await INSERT[kind](keys[0]!, ago(RETENTION[kind] + HOUR));
  await INSERT[kind](keys[1]!, ago(RETENTION[kind] - HOUR));
  await INSERT[kind](keys[2]!, ago(RETENTION[kind] + DAY));
  expect(await deleted()).toEqual({ [kind]: 2 });
  expect(await deleted()).toEqual({});
});

test('what proves something stays: handovers whose session goes, mails of links, jobs of documents, the ids of calls', async () => {
  const old = ago(400 * DAY);
  const [session, handover, mail, job, waiting] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await INSERT.sessions(session, old);
  await sql`insert into session_tokens (token_hash, session_id, created_at) values ('old-token', ${session}, ${old})`.execute(
    app.database.db,
  );
  await sql`insert into handovers (organisation_id, id, consent_id, role, user_id, started_at, session_id)
    select organisation_id, ${handover}, id, 'PATIENT', ${user}, ${old}, ${session} from consents
    where organisation_id = ${organisation} limit 1`.execute(app.database.db);
  await insertMail(mail, old, 'SENT', randomUUID());
  await insertMail(waiting, old, 'QUEUED');
  await insertJob(job, old, { kind: 'SEAL', state: 'DONE' });
  expect(await deleted()).toEqual({ sessions: 1 });
  expect(await countIn('session_tokens', `token_hash = 'old-token'`)).toBe(0);
  expect(await countIn('handovers', `id = '${handover}' and session_id is null`)).toBe(1);
  expect(await countIn('mails', `id in ('${mail}', '${waiting}')`)).toBe(2);
  expect(await countIn('jobs', `id = '${job}'`)).toBe(1);
});

test('a round goes through small transactions up to its most, and tells in the log and the metrics what it deleted', async () => {
  await deleted();
  for (let row = 0; row < 7; row += 1) await INSERT.codes(randomUUID(), ago(8 * DAY));
  expect(await deleteOldLeftovers(app.deps, { most: 2, batches: 2 })).toEqual(new Map([['codes', 4]]));
  expect(await deleteOldLeftovers(app.deps, { most: 2, batches: 2 })).toEqual(new Map([['codes', 3]]));
  expect(app.log.at(-1)).toContain('"detail":"codes 3"');
  expect((await app.ask({ url: '/metrics' })).text).toMatch(/^assent_leftovers_deleted_total\{kind="codes"\} \d+$/m);
});

test('while another server deletes, nothing is deleted here', async (context) => {
  // The embedded database has one connection, and one server.
  if (app.database.kind === 'embedded') return context.skip();
  await INSERT.codes(randomUUID(), ago(8 * DAY));
  await inTransaction(app.database.db, async (db) => {
    expect(await claimDeleting(db)).toBe(true);
    expect(await deleted()).toEqual({});
  });
  expect(await deleted()).toMatchObject({ codes: 1 });
});

test('the oldest rows are found by an index on their time, however many there are', async (context) => {
  if (app.database.kind === 'embedded') return context.skip();
  const log = recordStatements();
  await deleted();
  const deletes = log.takeAll().filter(({ text }) => /^\s*delete from/.test(text));
  log.stop();
  expect(deletes).toHaveLength(LEFTOVER_KINDS.length);
  await inTransaction(app.database.db, async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    for (const { text, values } of deletes) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, [...values]));
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, text).toMatch(/Index (?:Only )?Scan (?:using|on) \w+_(?:ends|at|over|done|age|ended)\b/);
    }
  });
});
