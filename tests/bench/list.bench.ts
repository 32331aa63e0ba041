import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openHospital, SIZES } from './hospital.ts';
import { median, report } from './report.ts';

const CLIENTS = 8;
const SECONDS = 2;
/** Turns of the floor and the product: other load on the machine affects both. */
const TURNS = 5;
const LIMIT = 10;
const WARM_ROUNDS = 15;
const ROUNDS = 25;

const hospital = openHospital();

/** The data of a list as one statement, without a framework above it. */
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
  const token = await hospital().signIn();
  const floor = await startFloor();
  for (const size of SIZES) {
    await hospital().growTo(size);
    const turns: { bare: number; ours: number }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const bare = await rate(floor.origin, '/', {});
      turns.push({
        bare,
        ours: await rate(hospital().origin, '/api/record/get?page=1&limit=10', { authorization: `Bearer ${token}` }),
      });
    }
    const ratios = turns.map(({ bare, ours }) => ours / bare);
    report({
      line: `list of 10 of ${size} cases on PostgreSQL`,
      now: `${median(turns.map(({ ours }) => ours)).toFixed(0)} a second, ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${TURNS} turns)`,
      aim: 'ratio 0.5',
      beside: `bare node and pg with one statement: ${median(turns.map(({ bare }) => bare)).toFixed(0)} a second`,
    });
    expect(Math.min(...ratios)).toBeGreaterThan(0);
    const pages = [1, 100, Math.floor(size / LIMIT)];
    const took: number[] = [];
    for (const page of pages) took.push(await middleTime(`/api/record/get?page=${page}&limit=${LIMIT}`, token));
    report({
      line: `pages ${pages.join(', ')} of ${size} cases on PostgreSQL`,
      now: `${took.map((ms) => ms.toFixed(1)).join(', ')} ms`,
      aim: 'flat',
      beside: `the last page takes ${(took[2]! / took[0]!).toFixed(1)} times as long as the first`,
    });
  }
  await floor.stop();
});

async function startFloor(): Promise<{ origin: string; stop(): Promise<void> }> {
  const { url, organisationId } = hospital();
  const floor = fork(path.join(import.meta.dirname, 'floor.mjs'), [url, FLOOR, organisationId]);
  const [{ port }] = (await once(floor, 'message')) as [AddressInfo];
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const gone = once(floor, 'exit');
      floor.kill();
      await gone;
    },
  };
}

/** The middle time of a call that is made by itself, ms. */
async function middleTime(path: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${hospital().origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: { records: unknown[] } };
    times.push(performance.now() - began);
    expect(data.records).toHaveLength(LIMIT);
  }
  return median(times);
}

/** Answers a second to clients that each keep their connection. */
async function rate(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  const call = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = http.get(`${origin}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      asked.on('error', reject);
    });
  // As many at once as are measured: both sides open their connections to the database.
  for (let warm = 0; warm < WARM_ROUNDS; warm += 1) await Promise.all(Array.from({ length: CLIENTS }, call));
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - start < SECONDS * 1000) {
        await call();
        count += 1;
      }
    }),
  );
  agent.destroy();
  return (count * 1000) / (performance.now() - start);
}
