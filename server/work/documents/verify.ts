import type { Verdict } from '#contract/reference.ts';
import { UNSEALED_KINDS, type FileKind } from '#domain/documents/document-kinds.ts';
import { confirmStateOfRow, type ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { consentByCode, type ConsentRow, type VerifiedRow } from '#server/data/consents/consents.ts';
import { archivalsOf, withRevisions } from '#server/data/documents/archivals.ts';
import { consentOfFile, documentOf, type DocumentRow } from '#server/data/documents/documents.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { sha256Hex } from '#server/sha256.ts';
import { FILE_SENTENCES, fileKindOf } from './file-kind.ts';

type Judge = Pick<Deps, 'sealer' | 'settings' | 'clock'>;

const NOTHING = { status: null, sealedAt: null, stampedAt: null, organisation: null, file: null };

/** The state of the document with a printed code. Nothing about a patient leaves. */
export async function verdictOfCode(db: Db, code: string, judge: Judge): Promise<Verdict> {
  const { sealer } = judge;
  const consent = await consentByCode(db, plainCode(code));
  const document =
    consent === undefined
      ? undefined
      : await documentOf(db, { organisationId: consent.organisation_id, id: consent.id }, 'SIGNED');
  if (consent === undefined || document === undefined)
    return {
      state: 'UNKNOWN',
      ...NOTHING,
      selfMadeSeal: sealer.isSelfSigned,
      explanation: 'No sealed document with this code is known here.',
    };
  return {
    state: 'AUTHENTIC',
    ...(await stateWordsOf(db, consent, judge)),
    file: null,
    stampedAt: await stampedAtOf(db, consent, sealer),
    selfMadeSeal: sealer.isSelfSigned,
    explanation: 'A sealed document with this code exists. To be sure that your copy is unaltered, check the file itself.',
  };
}

/**
 * Whether a file is, byte for byte, one that was made here: its SHA-256 is that of a stored document, and its seal holds. A file with
 * our seal and other bytes than the stored ones has been altered; of one that never had a seal it is told only what it is.
 */
export async function verdictOfFile(db: Db, file: Buffer, judge: Judge): Promise<Verdict> {
  const { sealer } = judge;
  const consent = await consentOfFile(db, sha256Hex(file));
  const seal = await sealer.verify(file);
  const base = { selfMadeSeal: sealer.isSelfSigned };
  const kind = consent === undefined ? null : fileKindOf(consent.fileKind);
  const isUnsealed = UNSEALED_KINDS.some((each) => each === kind);
  // Sealed by another server of the same hospital with an unknown root: the bytes are those of the stored document all the same.
  if (consent !== undefined && kind !== null && !isUnsealed && seal.state !== 'ALTERED') {
    const inside = seal.state === 'VALID' && seal.stampedAt !== undefined ? new Date(seal.stampedAt).toISOString() : null;
    const isStamped = kind === 'SIGNED' || kind === 'TIMESTAMPED';
    return {
      state: 'AUTHENTIC',
      ...(await stateWordsOf(db, consent, judge)),
      ...base,
      file: kind,
      ...(kind !== 'SIGNED' && (await besideForm(db, consent, kind))),
      // A viewing copy and an addendum carry no stamp beside them, but may have one behind their seal.
      stampedAt: inside ?? (isStamped ? await stampedAtOf(db, consent, sealer) : null),
      explanation: FILE_SENTENCES[kind],
    };
  }
  // A seal of ours on a file that was stored without one does not make it a sealed document.
  if (seal.state === 'UNKNOWN')
    return {
      state: 'UNKNOWN',
      ...NOTHING,
      ...base,
      file: kind,
      explanation: kind === null ? 'This file was not sealed here, or it is not a sealed document at all.' : FILE_SENTENCES[kind],
    };
  return {
    state: 'ALTERED',
    ...NOTHING,
    ...base,
    explanation: 'This file carries a seal of this hospital, but it is not the document that was sealed. Do not rely on it.',
  };
}

/** When a file beside the sealed form was sealed itself (a time stamp and an audit file are not), and the form that it belongs to. */
async function besideForm(
  db: Db,
  { organisation_id: organisationId, id, fileMadeAt }: Pick<ConsentRow, 'organisation_id' | 'id'> & { fileMadeAt: string },
  kind: FileKind,
): Promise<Pick<Verdict, 'sealedAt' | 'belongsTo'>> {
  const sealed = await documentOf(db, { organisationId, id }, 'SIGNED');
  return {
    sealedAt: kind === 'TIMESTAMPED' || kind === 'AUDIT' ? null : fileMadeAt,
    ...(sealed !== undefined && { belongsTo: { sealedAt: sealed.made_at, sha256: sealed.sha256 } }),
  };
}

/** The time of the first stamp of the stored form, behind its seal or in the token beside it, as far as it fits; ISO. */
async function stampedAtOf(db: Db, consent: ConsentRow, sealer: Deps['sealer']): Promise<string | null> {
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const [token, document] = await Promise.all([documentOf(db, key, 'TIMESTAMP'), documentOf(db, key, 'SIGNED')]);
  if (document === undefined) return null;
  const stampedAt =
    token === undefined ? await archivedAtOf(db, document, sealer) : await sealer.checkStamp(token.bytes, document.bytes);
  return stampedAt === undefined ? null : new Date(stampedAt).toISOString();
}

async function archivedAtOf(db: Db, document: DocumentRow, sealer: Deps['sealer']): Promise<number | undefined> {
  const [first] = await archivalsOf(db, { organisationId: document.organisation_id, id: document.id }, 1);
  if (first === undefined) return undefined;
  const seal = await sealer.verify(withRevisions(document.bytes, [first]));
  return seal.state === 'VALID' ? seal.stampedAt : undefined;
}

async function stateWordsOf(
  db: Db,
  consent: VerifiedRow,
  at: ConfirmDeps,
): Promise<Pick<Verdict, 'status' | 'confirmState' | 'sealedAt' | 'organisation'>> {
  const organisation = await db
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', consent.organisation_id)
    .executeTakeFirst();
  const words: Partial<Record<ConsentRow['status'], Verdict['status']>> = {
    SIGNED: 'IN_FORCE',
    SUPERSEDED: 'SUPERSEDED',
    WITHDRAWN: 'WITHDRAWN',
    VOIDED: 'VOIDED',
  };
  const status = words[consent.status] ?? null;
  return {
    status,
    ...(status === 'IN_FORCE' && { confirmState: confirmStateOfRow(consent, at) }),
    sealedAt: consent.sealed_at,
    organisation: organisation?.name ?? null,
  };
}

/** A typed code in its printed form: capitals, groups of four, letters that look like digits replaced by them. */
function plainCode(input: string): string {
  const letters = input
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return letters.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
}
