import type { Verdict } from '#contract/reference.ts';
import { verifiedStatus } from '#domain/documents/records-status.ts';
import { consentByCode, type ConsentRow, type VerifiedRow } from '#server/data/consents/consents.ts';
import { archivalsOf, withRevisions } from '#server/data/documents/archivals.ts';
import { documentDigest } from '#server/data/documents/document-digests.ts';
import { consentOfFile, documentOf, type DocumentRow } from '#server/data/documents/documents.ts';
import { carriesSeal } from '#server/data/documents/sealed-kinds.ts';
import { refusedAt } from '#server/data/documents/refusals.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { SealVerdict } from '#server/outside/seal/verify.ts';
import { sha256Hex } from '#server/sha256.ts';
import { confirmStateOfRow, type ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { sealTrust, type SealTrust } from '#server/work/integrity/seal-leaves.ts';
import { fileKindOf } from './file-kind.ts';
import { NO_SEAL_FACTS, sealFacts } from './seal-facts.ts';
import { foundWords, reasonWords, type Unfound } from './verdict-sentences.ts';

type Judge = Pick<Deps, 'sealer' | 'settings' | 'clock'>;

const NOTHING = { status: null, sealedAt: null, stampedAt: null, organisation: null, file: null };

/** The state of the document with a printed code. Nothing about a patient leaves. */
export async function verdictOfCode(db: Db, code: string, judge: Judge): Promise<Verdict> {
  const consent = await consentByCode(db, plainCode(code));
  const document = consent === undefined ? undefined : await sealedOf(db, consent);
  if (consent === undefined || document === undefined)
    return {
      state: 'UNKNOWN',
      reason: null,
      ...NOTHING,
      ...NO_SEAL_FACTS,
      explanation: 'No sealed document with this code is known here.',
    };
  const trust = await sealTrust(db, judge.sealer.roots);
  return {
    state: 'AUTHENTIC',
    reason: null,
    ...(await stateWordsOf(db, consent, { at: judge, sealed: document })),
    file: null,
    stampedAt: await stampedAtOf(db, document, { judge, trust }),
    ...sealFacts(trust, document.bytes),
    explanation:
      document.kind === 'REFUSAL'
        ? await foundWordsOf(db, { ...consent, fileKind: document.kind, fileMadeAt: document.made_at }, judge)
        : 'A sealed document with this code exists. To be sure that your copy is unaltered, check the file itself.',
  };
}

/** A verdict on a file, with the version whose stored document of these bytes is damaged, where it is. */
export type FileVerdict = { readonly verdict: Verdict; readonly damaged?: Pick<VerifiedRow, 'organisation_id' | 'id'> };
type Found = NonNullable<Awaited<ReturnType<typeof consentOfFile>>>;

/**
 * Whether a file is, byte for byte, one that was made here. The certificate of its seal says whose seal it is, and the stored row of its
 * SHA-256 what is known of it. Of a file that never had a seal it is told only what it is.
 */
export async function verdictOfFile(db: Db, file: Buffer, judge: Judge): Promise<FileVerdict> {
  const sha256 = sha256Hex(file);
  const found = await consentOfFile(db, sha256);
  const trust = await sealTrust(db, judge.sealer.roots);
  const seal = asListed(await judge.sealer.verify(file, trust.leaves), trust);
  const by: Judged = { judge, trust, file };
  const isBare = seal.state === 'UNKNOWN' && seal.sealedBy === undefined;
  if (found !== undefined && carriesSeal(found.fileKind)) {
    if (seal.state === 'VALID') return { verdict: await foundVerdict(db, found, { ...by, seal }) };
    // The stored bytes are these: whatever is wrong with their seal is wrong with what is kept.
    const reason = seal.state === 'ALTERED' || isBare ? 'DAMAGED' : 'OTHER_SEAL';
    return { verdict: unfound(reason, seal, by), damaged: found };
  }
  if (found !== undefined && seal.state === 'UNKNOWN') return { verdict: await unsealedVerdict(db, found, by) };
  if (seal.state === 'ALTERED') return { verdict: unfound('CHANGED', seal, by) };
  if (seal.state === 'UNKNOWN') return { verdict: unfound(isBare ? 'NO_SEAL' : 'OTHER_SEAL', seal, by) };
  const digest = await documentDigest(db, sha256);
  const gone =
    digest !== undefined && digest.gone_at !== null ? { sealedAt: digest.sealed_at, goneAt: digest.gone_at } : undefined;
  return { verdict: unfound(gone === undefined ? 'NOT_IN_RECORDS' : 'DELETED', seal, { ...by, gone }) };
}

/** A seal by a certificate that is not listed is somebody else's, whoever issued it. */
function asListed(seal: SealVerdict, { isOurs }: SealTrust): SealVerdict {
  if (seal.state === 'UNKNOWN' || isOurs(seal.leaf)) return seal;
  return { state: 'UNKNOWN', reason: 'The certificate of the seal is not listed.', sealedBy: seal.sealedBy };
}

type Judged = {
  readonly judge: Judge;
  readonly trust: SealTrust;
  readonly file: Buffer;
  readonly gone?: { sealedAt: string; goneAt: string } | undefined;
};

function unfound(reason: Unfound, seal: SealVerdict, { judge: { settings }, trust, file, gone }: Judged): Verdict {
  const sealedBy = seal.state === 'UNKNOWN' ? seal.sealedBy : undefined;
  return {
    state: seal.state === 'ALTERED' || reason === 'DAMAGED' ? 'ALTERED' : 'UNKNOWN',
    reason,
    ...NOTHING,
    ...(seal.state === 'UNKNOWN' ? NO_SEAL_FACTS : sealFacts(trust, file, seal.leaf)),
    explanation: reasonWords(reason, { sealedBy, gone, settings }),
  };
}

/** The verdict on a stored document with its own seal. An archived one answers as what it archives. */
async function foundVerdict(
  db: Db,
  found: Found,
  { judge, trust, file, seal }: Judged & { readonly seal: SealVerdict & { state: 'VALID' } },
): Promise<Verdict> {
  const kind = fileKindOf(found.fileKind);
  const inside = seal.stampedAt === undefined ? null : new Date(seal.stampedAt).toISOString();
  const isForm = kind === 'SIGNED' || kind === 'REFUSAL' || kind === 'ARCHIVAL';
  const sealed = await sealedOf(db, found);
  // A refusal is no consent, however its form stands.
  const judged = kind === 'REFUSAL' ? { kind, made_at: found.fileMadeAt } : sealed;
  return {
    state: 'AUTHENTIC',
    reason: 'FOUND',
    ...(await stateWordsOf(db, found, { at: judge, sealed: judged })),
    ...sealFacts(trust, file, seal.leaf),
    file: kind,
    ...(!isForm && besideForm(found, sealed)),
    // A document beside the form carries no stamp of its own.
    stampedAt: kind === 'SIGNED' ? (inside ?? (await stampedAtOf(db, sealed, { judge, trust }))) : inside,
    explanation: await foundWordsOf(db, found, judge),
  };
}

/** The verdict on a stored file without a seal: authentic is what tells of a sealed form, and nothing else. */
async function unsealedVerdict(db: Db, found: Found, { judge, trust }: Judged): Promise<Verdict> {
  const kind = fileKindOf(found.fileKind);
  const explanation = await foundWordsOf(db, found, judge);
  if (kind !== 'TIMESTAMPED' && kind !== 'AUDIT')
    return { state: 'UNKNOWN', reason: 'OURS_UNSEALED', ...NOTHING, ...NO_SEAL_FACTS, file: kind, explanation };
  const sealed = await sealedOf(db, found);
  return {
    state: 'AUTHENTIC',
    reason: 'FOUND',
    ...(await stateWordsOf(db, found, { at: judge, sealed })),
    ...NO_SEAL_FACTS,
    file: kind,
    ...besideForm(found, sealed),
    sealedAt: null,
    stampedAt: kind === 'TIMESTAMPED' ? await stampedAtOf(db, sealed, { judge, trust }) : null,
    explanation,
  };
}

/** The sealed form of a version, or the paper of its refusal. */
async function sealedOf(db: Db, { organisation_id: organisationId, id }: Pick<ConsentRow, 'organisation_id' | 'id'>) {
  return (await documentOf(db, { organisationId, id }, 'SIGNED')) ?? (await documentOf(db, { organisationId, id }, 'REFUSAL'));
}

/** The sentence about a stored file; of a refusal with the day on which it was given: it may have been sealed on a later one. */
async function foundWordsOf(
  db: Db,
  {
    organisation_id: organisationId,
    id,
    fileKind,
    fileMadeAt,
  }: Pick<Found, 'organisation_id' | 'id' | 'fileKind' | 'fileMadeAt'>,
  { settings }: Judge,
): Promise<string> {
  const kind = fileKindOf(fileKind);
  const refused = kind === 'REFUSAL' ? await refusedAt(db, { organisationId, id }) : undefined;
  return foundWords(kind, { at: refused ?? fileMadeAt, settings });
}

/** When a file beside the sealed form was made, and the form that it belongs to. */
function besideForm(
  { fileMadeAt }: Pick<Found, 'fileMadeAt'>,
  sealed: DocumentRow | undefined,
): Pick<Verdict, 'sealedAt' | 'belongsTo'> {
  return {
    sealedAt: fileMadeAt,
    ...(sealed !== undefined && { belongsTo: { sealedAt: sealed.made_at, sha256: sealed.sha256 } }),
  };
}

/** The time of the first stamp of the stored form, behind its seal or in the token beside it, as far as it fits; ISO. */
async function stampedAtOf(
  db: Db,
  sealed: DocumentRow | undefined,
  { judge: { sealer }, trust }: Pick<Judged, 'judge' | 'trust'>,
): Promise<string | null> {
  if (sealed?.kind !== 'SIGNED') return null;
  const token = await documentOf(db, { organisationId: sealed.organisation_id, id: sealed.consent_id }, 'TIMESTAMP');
  const stampedAt =
    token === undefined ? await archivedAtOf(db, sealed, { sealer, trust }) : await sealer.checkStamp(token.bytes, sealed.bytes);
  return stampedAt === undefined ? null : new Date(stampedAt).toISOString();
}

async function archivedAtOf(
  db: Db,
  document: DocumentRow,
  { sealer, trust }: { readonly sealer: Deps['sealer']; readonly trust: SealTrust },
): Promise<number | undefined> {
  const [first] = await archivalsOf(db, { organisationId: document.organisation_id, id: document.id }, 1);
  if (first === undefined) return undefined;
  const seal = asListed(await sealer.verify(withRevisions(document.bytes, [first]), trust.leaves), trust);
  return seal.state === 'VALID' ? seal.stampedAt : undefined;
}

async function stateWordsOf(
  db: Db,
  consent: VerifiedRow,
  { at, sealed }: { at: ConfirmDeps; sealed: Pick<DocumentRow, 'kind' | 'made_at'> | undefined },
): Promise<Pick<Verdict, 'status' | 'confirmState' | 'ended' | 'isTakenBack' | 'sealedAt' | 'organisation'>> {
  const organisation = await db
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', consent.organisation_id)
    .executeTakeFirst();
  const status = verifiedStatus(consent.status, sealed?.kind === 'REFUSAL');
  return {
    status,
    ...(status === 'IN_FORCE' && { confirmState: confirmStateOfRow(consent, at) }),
    ...(status === 'IN_FORCE' && consent.ended !== null && { ended: consent.ended.kind }),
    ...(status === 'IN_FORCE' && consent.ended?.takenBackAt !== undefined && { isTakenBack: true }),
    sealedAt: sealed?.kind === 'REFUSAL' ? sealed.made_at : consent.sealed_at,
    organisation: organisation?.name ?? null,
  };
}

/** A typed code in its printed form: capitals, groups of four, letters that look like digits replaced by them. */
export function plainCode(input: string): string {
  const letters = input
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return letters.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
}
