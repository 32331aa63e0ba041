import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { calls, type Output } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import type { SyncOp, SyncResult } from '#contract/sync.ts';
import { openCluster } from '#server/data/open/embedded/cluster.ts';
import { foundInClear } from '#tests/support/browser/clear-text.ts';
import type { Reached } from '#tests/support/faults/fault-proxy.ts';
import type { Caller } from '#tests/support/forms/made-cases.ts';

type Patient = Output<'patientSearch'>['data'][number];

/** A patient as created in the test, with the expected state on the server. */
export type Expected = {
  /** unique in the run: the test finds its patients by it */
  readonly lastName: string;
  /** expected fields */
  readonly fields?: Partial<Patient>;
  /** The number of changes that took effect since creation; unchecked if absent. */
  readonly changes?: number;
};

/** Fails unless the server has each of these patients once, with these fields and exactly these changes. */
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

/** The result of one call inside an envelope; `call` is like `POST patient/create`. */
export type InEnvelope = Pick<SyncOp, 'call'> & Pick<SyncResult, 'key' | 'status' | 'isReplay'>;

// The others take no key: a tablet may send them again, and their effects have ids of their own.
const KEYED = new Set(
  Object.values<Call>(calls).flatMap(({ keyed, method, path: call }) => (keyed ? [`${method} ${call}`] : [])),
);

/**
 * Fails when the server reported two first executions for one key.
 *
 * @param inEnvelopes - its results of the calls inside envelopes
 * @returns the keys that it accepted
 */
export function expectOnceEach(reached: readonly Reached[], inEnvelopes: readonly InEnvelope[] = []): string[] {
  const heardOf = new Set(inEnvelopes.map(({ key }) => key));
  const enveloped = reached.filter(({ path: call, status }) => call === '/api/sync/ops' && status === 200);
  expect(
    enveloped.flatMap(({ keys }) => keys).filter((key) => !heardOf.has(key)),
    'in an envelope, and nothing was heard of it',
  ).toEqual([]);
  const alone = reached.flatMap(({ method, path: whole, keys, ...said }) =>
    keys.map((key) => ({ ...said, key, call: `${method} ${whole.slice('/api/'.length)}` })),
  );
  const done = [...alone, ...inEnvelopes].flatMap(({ call, key, status, isReplay }) =>
    !KEYED.has(call) || status >= 300 || isReplay ? [] : [key],
  );
  expect(
    done.filter((key, at) => done.indexOf(key) !== at),
    'took effect twice',
  ).toEqual([]);
  return done;
}

/** A queued op, with the columns of the outbox outside of the seal. */
export type Waiting = {
  readonly opId: string;
  readonly call: string;
  readonly entityId: string;
  readonly state: string;
  readonly attempts: number;
};

/** All unsent ops of all people of this browser, read from the databases themselves; the oldest first. */
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
        // The outbox’s own rows; only these five fields are used.
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
 * Checks the database of a stopped server: every acknowledged call has one effect, and no patient or form of these tablets has
 * more or fewer effects than versions; a note on a conflict writes none.
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
       join entity_ops o on o.entity = 'patient' and o.entity_id = p.id and o.version is not null group by p.id, p.version`,
    );
    expect(
      rows.filter(({ version, effects }) => version !== effects),
      'patients with an effect too many',
    ).toEqual([]);
    expect(await movedOtherwise(database), 'forms with an effect too many').toEqual([]);
  } finally {
    await database.close();
  }
}

type Form = {
  readonly id: string;
  readonly version: number;
  readonly effects: number;
  readonly made: number;
  readonly unnumbered: number;
};

/** The forms that these calls wrote and whose version differs from the number of calls and timeline events. */
async function movedOtherwise(database: Pick<Awaited<ReturnType<typeof openCluster>>['pg'], 'query'>): Promise<Form[]> {
  // Version steps without a call are in the timeline: the seal, and all that ends a form or takes it back.
  const { rows } = await database.query<Form>(
    `select c.id, c.version, count(o.version)::int as effects, count(distinct o.version)::int as made,
       (select count(*)::int from timeline t where t.version_id = c.id
          and t.type in ('SEALED', 'DECLINED', 'RECALLED', 'VOIDED', 'SUPERSEDED')) as unnumbered
     from consents c join entity_ops o on o.entity = 'consent' and o.entity_id = c.id group by c.id, c.version`,
  );
  return rows.filter(({ version, effects, made, unnumbered }) => made !== effects || version !== effects + unnumbered);
}
