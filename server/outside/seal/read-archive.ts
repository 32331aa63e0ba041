import { X509Certificate } from 'node:crypto';
import { stampedPart, REVISION_MARK, writeRevision, type RevisionParts } from './archive-revision.ts';
import { isAmong, isValidAt, pathToRoot } from './certificate-path.ts';
import { readCms } from './cms.ts';
import { isListOf, readRevocationList } from './revocation-list.ts';
import { lastSignature } from './signature-gap.ts';
import { checkToken, readToken, writeToken, type CheckedStamp } from './token.ts';

/** Revisions that a file may have behind its seal [choice]: a century of stamps that last for five years. */
export const REVISIONS_MOST = 20;
/** A stamp with its certificates is under ten kilobytes (characters of its gap). */
const STAMP_GAP_MOST = 256 * 1024;

/** A file cut into what was sealed and the offsets at which its revisions end. */
export type SplitArchive = { sealed: Buffer; ends: readonly number[] };

/** Cuts a file where revisions of ours say that they begin; whether they are ours is not looked at. */
export function splitArchive(file: Buffer): SplitArchive {
  const ends: number[] = [];
  let rest = file;
  while (ends.length <= REVISIONS_MOST) {
    const at = rest.lastIndexOf(REVISION_MARK, undefined, 'latin1');
    const said =
      at < 0 ? undefined : /^\n[^\n]* (\d{1,9}) bytes\n/.exec(rest.toString('latin1', at, at + REVISION_MARK.length + 20));
    if (!said || Number(said[1]) !== at) break;
    ends.unshift(rest.length);
    rest = rest.subarray(0, at);
  }
  return { sealed: rest, ends };
}

export type CheckedArchive = {
  /** of each revision, the oldest first */
  stamps: readonly CheckedStamp[];
  /** the certificates and lists that are in the file behind the seal, DER */
  stored: readonly Buffer[];
};

/** Certificates whose chains a revision may store: of the seal with its root, and the roots of time-stamp authorities. */
export type ArchiveTrust = { sealChain: readonly X509Certificate[]; stampRoots: readonly X509Certificate[] };

/**
 * Checks the revisions behind a seal: each is, to its last byte, what this product writes from the parts that stand in it; its stamp is
 * an authority's that `stampRoots` vouch for; no stamp is older than the one before, whose certificate was still good then; and what
 * it stores are certificates and revocation lists of these chains.
 *
 * @returns undefined for any other
 * @throws Error of any kind for what cannot be read
 */
export function checkArchive(
  file: Buffer,
  { sealed, ends }: SplitArchive,
  { sealChain, stampRoots }: ArchiveTrust,
): CheckedArchive | undefined {
  if (ends.length > REVISIONS_MOST) return undefined;
  const stamps: CheckedStamp[] = [];
  const stored: Buffer[] = [];
  let before = sealed;
  for (const end of ends) {
    const whole = file.subarray(0, end);
    const { certificates, lists, room, token } = readParts(whole.subarray(before.length));
    const read = readToken(token);
    if (token.subarray(read.length).some((byte) => byte !== 0)) return undefined;
    const written = writeRevision(before, { certificates, lists, room, token: writeToken(read.token) });
    if (!written.bytes.equals(whole)) return undefined;
    const stamp = checkToken(read.token, stampedPart({ ...written, bytes: whole }), stampRoots);
    const last = stamps.at(-1);
    if (!stamp || (last && !follows(last, stamp))) return undefined;
    stamps.push(stamp);
    const chains = [...sealChain, ...stamps.flatMap(({ path }) => path)];
    if (!certificates.every((der) => isAmong(new X509Certificate(der), chains))) return undefined;
    const areOurs = lists
      .map((der) => readRevocationList(der))
      .every((list) => chains.some((one) => one.ca && isListOf(list, one)));
    if (!areOurs) return undefined;
    stored.push(...[...certificates, ...lists].map((der) => Buffer.from(der)));
    before = whole;
  }
  return { stamps, stored };
}

/** Whether a stamp may stand behind another: it is no older, and the other's certificate was good when it was made. */
export function follows(last: CheckedStamp, next: CheckedStamp): boolean {
  return next.stampedAt >= last.stampedAt && isValidAt(last.path[0], next.stampedAt);
}

/** The certificates in a seal that verifies, and the root that vouches for them; none where there is no such seal. */
export function sealChainOf(sealed: Buffer, roots: readonly X509Certificate[]): X509Certificate[] {
  const range = lastSignature(sealed);
  if (!range?.coversWholeFile) return [];
  const certificates = readCms(readGap(sealed.toString('latin1', range.gapStart, range.gapEnd))).certificates.map(
    (der) => new X509Certificate(der),
  );
  return certificates.flatMap((one) => [one, ...(pathToRoot(one, certificates, roots) ?? [])]);
}

/** The bytes of a gap. @throws Error where it is not one upper-case hex string */
function readGap(gap: string): Buffer {
  if (gap.length > STAMP_GAP_MOST || !/^<(?:[0-9A-F]{2})+>$/.test(gap)) throw new Error('no gap');
  return Buffer.from(gap.slice(1, -1), 'hex');
}

/** The parts that stand in a revision. What is read wrongly does not come out the same when it is written again. */
function readParts(revision: Buffer): RevisionParts & { token: Buffer } {
  const [certificates, lists]: [Buffer[], Buffer[]] = [[], []];
  const head = /<<\n\/Length (\d{1,7})\n>>\nstream\n/g;
  const text = revision.toString('latin1');
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const bytes = revision.subarray(head.lastIndex, head.lastIndex + Number(found[1]));
    head.lastIndex += bytes.length;
    (isCertificate(bytes) ? certificates : lists).push(bytes);
  }
  const gapStart = text.lastIndexOf('\n/Contents <') + '\n/Contents '.length;
  const token = readGap(text.slice(gapStart, text.indexOf('>', gapStart) + 1));
  return { certificates, lists, room: token.length, token };
}

function isCertificate(der: Buffer): boolean {
  try {
    return new X509Certificate(der).raw.length === der.length;
  } catch {
    return false;
  }
}
