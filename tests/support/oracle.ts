import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { openCluster } from '#server/data/open/cluster.ts';
import { foundInClear } from './clear-text.ts';
import type { Reached } from './fault-proxy.ts';
import type { Caller } from './made-cases.ts';

type Patient = Output<'patientSearch'>['data'][number];

/** A patient as the test's people made them, and what must hold of them on the server. */
export type Expected = {
  /** like no other of the run: the test knows its people by it */
  readonly lastName: string;
  /** fields as they must be */
  readonly fields?: Partial<Patient>;
  /** Changes that took effect since it was created; not looked at without. */
  readonly changes?: number;
};

/** Fails unless the server has each of these people once, with these fields and no change more or less. */
export async function expectOnServer({ ask }: Caller, people: readonly Expected[]): Promise<Patient[]> {
  const found: Patient[] = [];
  for (const { lastName, fields = {}, changes } of people) {
    const { data } = await ask('patientSearch', { search: lastName });
    const same = data.filter((patient) => patient.lastName === lastName);
    expect(same, `${lastName} on the server`).toHaveLength(1);
    expect(same[0], lastName).toMatchObject({ ...fields, ...(changes === undefined ? {} : { version: changes + 1 }) });
    found.push(...same);
  }
  return found;
}

/** Fails when the server said of one key twice that it had done something, and not done it again. @returns the keys that it took */
export function expectOnceEach(reached: readonly Reached[]): string[] {
  const done = reached.flatMap(({ path: call, keys, status, isReplay }) =>
    call === '/api/sync/ops' || status >= 300 || isReplay ? [] : keys,
  );
  expect(
    done.filter((key, at) => done.indexOf(key) !== at),
    'took effect twice',
  ).toEqual([]);
  return done;
}

/** What waits on the tablet, as its outbox keeps it outside of the seal. */
export type Waiting = {
  readonly opId: string;
  readonly call: string;
  readonly entityId: string;
  readonly state: string;
  readonly attempts: number;
};

/** Everything that all people of this browser have not sent, read from the databases themselves; the oldest first. */
export function waitingIn(page: Page): Promise<Waiting[]> {
  return page.evaluate(async () => {
    const all: Waiting[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('v-')) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('The vault’s database does not open')));
      });
      const rows = await new Promise<Waiting[]>((resolve) => {
        const reading = database.transaction('ops').objectStore('ops').getAll();
        // The outbox’s own rows; the five fields are all that is taken.
        reading.addEventListener('success', () => resolve(reading.result as Waiting[]));
      });
      all.push(...rows.map(({ opId, call, entityId, state, attempts }) => ({ opId, call, entityId, state, attempts })));
      database.close();
    }
    return all;
  });
}

/** Fails when one of these words can be read in a profile that no browser has open. */
export function expectSealed(folder: string, words: readonly string[]): void {
  expect(foundInClear(folder, words), 'patient data in clear on the disk').toEqual([]);
}

/**
 * Looks into the database of a server that is down: every call that the server had said to have taken has one effect, and nothing
 * of these tablets' people has more or fewer effects than versions.
 *
 * @param taken - keys that the server answered with success
 */
export async function expectEffectsOnce(dataDir: string, taken: readonly string[]): Promise<void> {
  const { pg: database } = await openCluster(path.join(dataDir, 'database', 'database'));
  try {
    const ops = await database.query<{ op_id: string; entity: string; entity_id: string; version: number | null }>(
      'select op_id, entity, entity_id, version from entity_ops',
    );
    const counts = new Map<string, number>();
    for (const { op_id: key } of ops.rows) counts.set(key, (counts.get(key) ?? 0) + 1);
    expect(
      taken.filter((key) => counts.get(key) !== 1),
      'calls without one effect',
    ).toEqual([]);
    const { rows } = await database.query<{ id: string; version: number; effects: number }>(
      `select p.id, p.version, count(o.op_id)::int as effects from patients p
       join entity_ops o on o.entity = 'patient' and o.entity_id = p.id group by p.id, p.version`,
    );
    expect(
      rows.filter(({ version, effects }) => version !== effects),
      'patients with an effect too many',
    ).toEqual([]);
  } finally {
    await database.close();
  }
}
