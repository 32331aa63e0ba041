import { X509Certificate } from 'node:crypto';
import { stampedPart, writeRevision, type RevisionParts } from './archive-revision.ts';
import { checkArchive, follows, REVISIONS_MOST, sealChainOf, splitArchive, type CheckedArchive } from './read-archive.ts';
import { isListOf, type RevocationList } from './revocation-list.ts';
import { requestStamp, StampRefused, type StampAuthority, type TakenStamp } from './stamp.ts';
import { writeToken } from './token.ts';

/** A sealed file with one archival time stamp more. */
export type ArchivedFile = {
  bytes: Buffer;
  /** 1 for the first stamp of a file */
  revision: number;
  /** offset at which the new revision begins */
  revisionAt: number;
  /** epoch ms */
  stampedAt: number;
  /** the certificate that stamped, DER, and its end, epoch ms */
  leaf: Buffer;
  leafEndsAt: number;
};

/** Thrown for a file whose newest stamp's certificate has ended: a later stamp would prove nothing about the time between. */
export class ArchiveLapsed extends Error {
  override name = 'ArchiveLapsed';
}

/** Thrown for a file that is not sealed here, was changed, or has all the stamps that it may have. */
export class ArchiveUnsound extends Error {
  override name = 'ArchiveUnsound';
}

export type ArchiverOptions = {
  /** certificates that vouch for seals, and those that vouch for stamps that are in the file already */
  trusted: () => readonly X509Certificate[];
  stampRoots: readonly X509Certificate[];
  authority: StampAuthority;
  /** revocation lists of the seal's chain, of the moment */
  sealLists: () => Promise<readonly RevocationList[]>;
  /** epoch ms */
  clock: () => number;
};

/** Bytes of a token beside its certificates: what is signed, and the largest usual signature. */
const REST_OF_TOKEN = 3500;

/**
 * Adds an archival time stamp to sealed files, each behind all that is there.
 *
 * @returns throws StampRefused while the authority fails, ArchiveLapsed and ArchiveUnsound
 */
export function openArchiver(options: ArchiverOptions): (file: Buffer) => Promise<ArchivedFile> {
  const { authority } = options;
  // A stamp's own certificates are known only once it is there, and are written before it: those of the last one are expected.
  let expected: readonly X509Certificate[] | undefined;
  return async (file) => {
    const before = readBefore(file, options);
    expected ??= (await requestStamp(file, authority)).path;
    // An authority that stamps with several certificates in turn gets a revision without them: they stand in its token too.
    for (const isFirst of [true, false]) {
      const parts = await partsFor(before, { path: expected, hasPath: true }, options);
      const stamp = await stamped(file, parts, authority);
      if (isSame(stamp.path, expected)) return finished(file, { before, parts, stamp });
      if (isFirst) expected = stamp.path;
    }
    const parts = await partsFor(before, { path: expected, hasPath: false }, options);
    return finished(file, { before, parts, stamp: await stamped(file, parts, authority) });
  };
}

type Before = CheckedArchive & { sealChain: readonly X509Certificate[] };

function readBefore(file: Buffer, { trusted, stampRoots }: ArchiverOptions): Before {
  const split = splitArchive(file);
  const sealChain = tried(() => sealChainOf(split.sealed, trusted())) ?? [];
  const archive = tried(() => checkArchive(file, split, { sealChain, stampRoots }));
  if (sealChain.length === 0 || !archive || archive.stamps.length >= REVISIONS_MOST) throw new ArchiveUnsound();
  return { ...archive, sealChain };
}

/** The parts of a revision: everything by which the seal and all stamps can be checked, as far as the file does not hold it yet. */
async function partsFor(
  { sealChain, stamps, stored }: Before,
  { path, hasPath }: { path: readonly X509Certificate[]; hasPath: boolean },
  { authority, sealLists, clock }: ArchiverOptions,
): Promise<RevisionParts> {
  const chains = [...sealChain, ...stamps.flatMap((stamp) => stamp.path), ...(hasPath ? path : [])];
  const lists = [...(await sealLists()), ...(await authority.lists())].filter(
    (list) => (list.nextUpdate === undefined || list.nextUpdate > clock()) && chains.some((one) => one.ca && isListOf(list, one)),
  );
  const isNew = (der: Uint8Array) => !stored.some((each) => each.equals(der));
  return {
    certificates: unique(chains.map(({ raw }) => raw)).filter(isNew),
    lists: unique(lists.map(({ der }) => Buffer.from(der))).filter(isNew),
    room: path.reduce((sum, { raw }) => sum + raw.length, REST_OF_TOKEN),
  };
}

function stamped(file: Buffer, parts: RevisionParts, authority: StampAuthority): Promise<TakenStamp> {
  return requestStamp(stampedPart(writeRevision(file, parts)), authority);
}

function finished(
  file: Buffer,
  { before, parts, stamp }: { before: Before; parts: RevisionParts; stamp: TakenStamp },
): ArchivedFile {
  const last = before.stamps.at(-1);
  const [leaf] = stamp.path;
  if (last && stamp.stampedAt < last.stampedAt) throw new StampRefused('The time stamp is older than the one before it.');
  if (last && !follows(last, stamp)) throw new ArchiveLapsed();
  return {
    bytes: writeRevision(file, { ...parts, token: writeToken(stamp.token) }).bytes,
    revision: before.stamps.length + 1,
    revisionAt: file.length,
    stampedAt: stamp.stampedAt,
    leaf: leaf.raw,
    leafEndsAt: Date.parse(leaf.validTo),
  };
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isSame(one: readonly X509Certificate[], other: readonly X509Certificate[]): boolean {
  return one.length === other.length && one.every(({ raw }, index) => other[index]?.raw.equals(raw) === true);
}

function unique(all: readonly Buffer[]): Buffer[] {
  return all.filter((one, index) => all.findIndex((other) => other.equals(one)) === index);
}
