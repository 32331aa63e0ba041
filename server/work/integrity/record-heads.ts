import { signatureDigest } from '#domain/integrity/integrity.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { lastEntry, securityChainOf, insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { chainHead, sealedHead, writeHead } from '#server/data/integrity/chain-heads.ts';
import { markRowsOf } from '#server/data/integrity/row-marks.ts';
import { casesAfter, lockCase } from '#server/data/cases/cases.ts';
import { storedCase } from '#server/data/consents/stored-case.ts';
import { timelineOf } from '#server/data/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Deps } from '#server/deps.ts';
import { ChainKeyRefused, type OpenedChainKey } from '#server/outside/chain-key.ts';
import type { HeadsFile } from '#server/outside/heads-file.ts';
import { sha256Hex } from '#server/sha256.ts';
import { changedHeads } from './changed-heads.ts';
import { unchainedDigest } from './check-log.ts';
import { inTransaction } from '#server/data/transaction.ts';

type Recording = Pick<Deps, 'database' | 'chainKey' | 'clock' | 'newId' | 'log'>;

/**
 * Binds a database to the key with which its ends are recorded and its rows are marked.
 *
 * @throws ChainKeyRefused when it is bound to another: with a second key every recorded end would look forged
 */
export async function bindChainKey({ db }: Pick<Deps['database'], 'db'>, key: OpenedChainKey): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: 'chain_key', value: json(key.id) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', 'chain_key').executeTakeFirstOrThrow();
  if (value !== key.id)
    throw new ChainKeyRefused(
      `The timelines of this database are recorded with another key (${String(value)}) than DATA_DIR/chain/key (${key.id}). Copy that file from the DATA_DIR in which the database was first used; README says what to do when it is lost.`,
    );
  markRowsOf(db, key);
}

/**
 * Records the ends of all chains that have none: of cases and logs from before ends were recorded. Done once, at the first start with
 * a data folder that has no file of heads yet; later a missing end is a finding. The file, the log and each security log say so.
 */
export async function recordHeadsOnce(deps: Recording, file: HeadsFile): Promise<void> {
  const { db } = deps.database;
  if ((await file.read()) !== undefined) return void (await noteFiled(deps));
  const organisations = await db.selectFrom('organisations').select('id').execute();
  const counts = new Map<string, number>();
  let after: { organisation_id: string; id: string } | undefined;
  for (;;) {
    const page = await casesAfter(db, after);
    for (const at of page)
      if (await recordCase(deps, at)) counts.set(at.organisation_id, (counts.get(at.organisation_id) ?? 0) + 1);
    after = page.at(-1);
    if (after === undefined) break;
  }
  for (const { id: organisationId } of organisations) {
    await recordLog(deps, organisationId);
    const count = counts.get(organisationId);
    if (count === undefined) continue;
    const detail = `${count} timelines: what was altered before this cannot be found`;
    await insertSecurityEvent(db, deps, { organisationId, type: 'HEADS_RECORDED', detail });
    deps.log.warn('the ends of timelines are recorded from now on: what was altered before cannot be found', { detail });
  }
  const at = new Date(deps.clock()).toISOString();
  await tellOfMissingFile(deps, organisations);
  await file.append(at, await changedHeads(deps, { heads: new Map(), altered: new Set() }));
}

/** Says that this database had a file of heads before, which this data folder lacks: what was put back meanwhile cannot be found. */
async function tellOfMissingFile(deps: Recording, organisations: readonly { id: string }[]): Promise<void> {
  if (await noteFiled(deps)) return;
  const detail =
    'The file of heads was missing at a start and begins anew: what was put back to an earlier state before cannot be found';
  deps.log.error('the file of heads was missing: DATA_DIR/chain/heads.jsonl');
  for (const { id: organisationId } of organisations)
    await insertSecurityEvent(deps.database.db, deps, { organisationId, type: 'HEADS_RECORDED', detail });
}

/** Notes in the database that there is a file of heads. @returns whether there was no note before */
async function noteFiled({ database: { db }, clock }: Recording): Promise<boolean> {
  const first = await db
    .insertInto('settings')
    .values({ name: 'heads_filed', value: json<unknown>(new Date(clock()).toISOString()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return first !== undefined;
}

async function recordCase(
  { database, chainKey }: Recording,
  { organisation_id: organisationId, id: caseId }: { organisation_id: string; id: string },
): Promise<boolean> {
  return inTransaction(database.db, async (db: Db) => {
    await lockCase(db, { organisationId, clinicianId: undefined }, caseId);
    const stored = await storedCase(db, { organisationId, caseId, chainKey });
    const last = stored?.events.at(-1);
    if (stored === undefined || last === undefined || stored.recorded !== undefined) return false;
    const digests: Record<string, string> = { [caseId]: sha256Hex(stored.patientId) };
    for (const { id, digest } of stored.versions) if (digest !== null) digests[id] = digest;
    for (const each of stored.signatures) digests[each.id] = await signatureDigest(each, sha256Hex);
    const head = { length: stored.events.length, head: last.hash, at: last.at, recorded: { digests } };
    await writeHead(db, sealedHead(chainKey, { ...timelineOf(organisationId, caseId), ...head }));
    return true;
  });
}

async function recordLog({ database, chainKey, clock }: Recording, organisationId: string): Promise<void> {
  const { db } = database;
  const ref = securityChainOf(organisationId);
  if ((await chainHead(db, chainKey, ref)) !== undefined) return;
  const before = await unchainedDigest({ database }, organisationId);
  const last = await lastEntry(db, organisationId);
  if (before.count === 0 && last === undefined) return;
  const end = { length: last?.seq ?? 0, head: last?.hash ?? CHAIN_START, at: last?.at ?? new Date(clock()).toISOString() };
  await writeHead(db, sealedHead(chainKey, { ...ref, ...end, recorded: before.count === 0 ? {} : { before } }));
}
