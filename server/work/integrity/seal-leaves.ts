import { HOUR } from '#domain/base/limits.ts';
import { inBackground } from '#server/data/open/connection-queue.ts';
import {
  leavesFilled,
  listedLeaves,
  noteLeavesFilled,
  putLeaf,
  documentsInTimelineAfter,
  type SealLeafRow,
  type TimelineDocument,
} from '#server/data/documents/seal-leaves.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { lastSignerOf, leafFacts, type SealLeaf } from '#server/outside/seal/signer.ts';
import { verifySealed } from '#server/outside/seal/verify-archive.ts';
import { sha256Hex } from '#server/sha256.ts';

type Checking = Pick<Deps, 'database'> & { readonly sealer: Pick<Deps['sealer'], 'verify' | 'roots' | 'stampRoots'> };

/** Lists a certificate as one whose seals are ours, in use now. */
export async function recordLeaf({ database, clock }: Pick<Deps, 'database' | 'clock'>, leaf: SealLeaf): Promise<void> {
  const now = new Date(clock()).toISOString();
  await inTransaction(database.db, (trx) => putLeaf(trx, rowOf(leaf, now)));
}

function rowOf(leaf: SealLeaf, usedAt: string): SealLeafRow {
  return {
    sha256: leaf.sha256,
    der: leaf.der,
    subject: leaf.subject,
    not_before: leaf.notBefore,
    not_after: leaf.notAfter,
    self_made: leaf.isSelfMade,
    facts: leaf.isWeak ? ['WEAK'] : [],
    first_used_at: usedAt,
    last_used_at: usedAt,
  };
}

/** Whose seals are ours. `leaves`: DER; `row`: what is listed of one, by its digest; `isOurs`: whether a seal of this certificate is. */
export type SealTrust = {
  readonly leaves: readonly Uint8Array[];
  readonly row: (sha256: string) => SealLeafRow | undefined;
  readonly isOurs: (sha256: string) => boolean;
};

/**
 * The listed certificates. Until the list was filled from what is stored, those of the authorities too under which this server ever
 * sealed, as before there was a list.
 *
 * @param roots - DER
 */
export async function sealTrust(db: Db, roots: readonly Uint8Array[]): Promise<SealTrust> {
  const [rows, filled] = [await listedLeaves(db), await leavesFilled(db)];
  const isFilled = filled?.isOpen === false;
  const byDigest = new Map(rows.map((row) => [row.sha256, row]));
  return {
    leaves: [...rows.map(({ der }) => der), ...(isFilled ? [] : roots)],
    row: (sha256) => byDigest.get(sha256),
    // A listed certificate vouches for no other one, even where it is that of an authority.
    isOurs: (sha256) => !isFilled || byDigest.has(sha256),
  };
}

/** Whether a file carries a seal of ours that holds, for the check of the stored records. */
export async function sealCheck({ database, sealer }: Checking): Promise<(bytes: Uint8Array) => Promise<boolean>> {
  const { leaves } = await sealTrust(database.db, sealer.roots);
  // Where too many files of other people wait for the thread, the check does its own.
  const verdictOf = (bytes: Uint8Array) =>
    sealer
      .verify(bytes, leaves)
      .catch(() => verifySealed(bytes, leaves, { anchors: sealer.roots, stampRoots: sealer.stampRoots }));
  return async (bytes) => (await verdictOf(bytes)).state === 'VALID';
}

/** Servers of the build before may go on beside one of this build for so long [choice]. */
const ROLLING = HOUR;
/** Documents that are read at once: each is about 100 kB. */
const SEALED_PAGE = 50;

/**
 * Lists the certificates of the documents that are stored, and that their timelines say were sealed here: once, and once more an hour later,
 * as servers of the build before may have sealed meanwhile with a certificate of their own.
 */
export async function fillSealLeaves(
  deps: Checking & Pick<Deps, 'clock' | 'log'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { db } = deps.database;
  const filled = await leavesFilled(db);
  if (filled !== undefined && (!filled.isOpen || Date.parse(filled.at) + ROLLING > deps.clock())) return;
  const known = new Set((await listedLeaves(db)).map(({ sha256 }) => sha256));
  const since = filled === undefined ? '-infinity' : new Date(Date.parse(filled.at) - ROLLING).toISOString();
  let [after, count]: [TimelineDocument | undefined, number] = [undefined, 0];
  do {
    if (isStopped()) return;
    const from: TimelineDocument | undefined = after;
    const page: TimelineDocument[] = await inBackground(() =>
      documentsInTimelineAfter(db, { after: from, since, most: SEALED_PAGE }),
    );
    for (const document of page) {
      await listSigner(deps, document, known);
      count += 1;
    }
    after = page.length < SEALED_PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
  const at = filled?.at ?? new Date(deps.clock()).toISOString();
  await noteLeavesFilled(db, { at, isOpen: filled === undefined && count > 0 });
  if (count > 0) deps.log.info('the certificates of stored documents were listed', { count });
}

async function listSigner({ database, sealer }: Checking, document: TimelineDocument, known: Set<string>): Promise<void> {
  const signer = lastSignerOf(document.bytes);
  if (signer === undefined || sha256Hex(document.bytes) !== document.sha256) return;
  const leaf = leafFacts(signer.leaf, signer.certificates);
  if (known.has(leaf.sha256) || (await sealer.verify(document.bytes, [leaf.der])).state !== 'VALID') return;
  await inTransaction(database.db, (trx) => putLeaf(trx, rowOf(leaf, document.made_at)));
  known.add(leaf.sha256);
}
