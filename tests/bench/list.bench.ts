import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#server/data/open/postgres.ts';
import type { Tables } from '#server/data/tables.ts';
import { DEMO_PASSWORD } from '#tests/support/builders.ts';
import { multiply } from '#tests/support/many-rows.ts';
import { startPostgres, type PostgresServer } from '#tests/support/postgres.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { report } from './report.ts';

const CLIENTS = 8;
const SECONDS = 5;
/** Cases in the hospital. */
const SIZES = [1_000, 10_000, 50_000];

let postgres: PostgresServer;
let server: ServerProcess;
beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServer({ data: 'empty', env: { DATABASE_URL: postgres.url('postgres'), SEED: 'demo' } });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** What a list shows, as one statement without a framework above it. */
const FLOOR = `select c.id, c.status, c.updated_at, p.*, v.form_type, v.status as form_status, v.content->'procedures' as procedures,
    u.first_name as clinician_first_name, u.last_name as clinician_last_name,
    (select count(*) from consents n where n.organisation_id = c.organisation_id and n.case_id = c.id) as versions,
    array(select r.role from recipients r where r.organisation_id = v.organisation_id and r.consent_id = v.id and r.state <> 'SIGNED') as waiting,
    (select count(*) from cases a where a.organisation_id = $1 and a.deleted_at is null) as total
  from (select * from cases where organisation_id = $1 and deleted_at is null order by updated_at desc, id limit 10) c
    join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
    left join consents v on v.organisation_id = c.organisation_id and v.id = c.current_consent_id
    left join users u on u.organisation_id = c.organisation_id and u.id = c.clinician_id
  order by c.updated_at desc, c.id`;

test('a list of ten cases beside bare node and pg with the same one statement', async () => {
  const { db, close } = await openPostgres<Tables>({ url: postgres.url('postgres'), limits: { statementMs: 300_000 } });
  const record = await db.selectFrom('cases').selectAll().where('status', '=', 'DRAFT').orderBy('id').executeTakeFirstOrThrow();
  const token = await signIn();
  const floor = await startFloor(record.organisation_id);
  let kept = 0;
  for (const size of SIZES) {
    await multiply(db, record.id, size - kept, false);
    kept = size;
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query('vacuum analyze');
    await client.end();
    const bare = await rate(floor.origin, '/', {});
    const ours = await rate(server.origin, '/api/record/get?page=1&limit=10', { authorization: `Bearer ${token}` });
    report({
      line: `list of 10 of ${size} cases on PostgreSQL`,
      now: `${ours.toFixed(0)} a second, ratio ${(ours / bare).toFixed(2)}`,
      aim: 'ratio 0.5',
      beside: `bare node and pg with one statement: ${bare.toFixed(0)} a second`,
    });
    expect(ours).toBeGreaterThan(0);
  }
  await floor.stop();
  await close();
});

async function signIn(): Promise<string> {
  const answer = await fetch(`${server.origin}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

async function startFloor(organisationId: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: postgres.url('postgres'), max: 10 });
  const answer = async (reply: http.ServerResponse): Promise<void> => {
    const { rows } = await pool.query({ name: 'list', text: FLOOR, values: [organisationId] });
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ data: { records: rows } }));
  };
  const bare = http.createServer((_, reply) => void answer(reply));
  await new Promise<void>((resolve) => void bare.listen(0, '127.0.0.1', resolve));
  const { port } = bare.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      bare.close();
      await pool.end();
    },
  };
}

/** Answers a second to clients that each keep their connection. */
async function rate(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = http.get(`${origin}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      asked.on('error', reject);
    });
  for (let warm = 0; warm < 100; warm += 1) await once();
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - start < SECONDS * 1000) {
        await once();
        count += 1;
      }
    }),
  );
  agent.destroy();
  return (count * 1000) / (performance.now() - start);
}
