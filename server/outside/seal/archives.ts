import { X509Certificate } from 'node:crypto';
import { openCallOut, type CallOut } from '#server/outside/call-out.ts';
import { ArchiveUnsound, openArchiver, type ArchivedFile } from './archive.ts';
import { listsOfFile, readStampRoots, rememberedStampRoots } from './archive-files.ts';
import type { SealKeys } from './keys.ts';
import { openOwnList, readRevocationList, type RevocationList } from './revocation-list.ts';
import type { verifySealed } from './verify-archive.ts';

/** A sealer's part in archival time stamps. */
export type Archives = {
  /**
   * Adds an archival time stamp behind a sealed file; absent where no authority is set, or no root of one. @param leaves - the certificates
   * whose seals are ours, DER; without them those of the authorities under which this server ever sealed
   *
   * @throws StampRefused when the authority is down, slow, unknown, or answers something else
   * @throws ArchiveLapsed, ArchiveUnsound for a file that can take none
   */
  archive?: (file: Uint8Array, leaves?: readonly Uint8Array[]) => Promise<ArchivedFile>;
  /** Whether time stamps are taken: an authority without its roots in the settings is not asked. */
  stamps: 'OFF' | 'NO_ROOTS' | 'ON';
  /** DER certificates that vouch for time stamps, those of earlier authorities of this data folder included. */
  stampRoots: readonly Uint8Array[];
  /** Whether archival stamps carry a revocation list of the seal's certificate. */
  hasRevocationList(): Promise<boolean>;
};

export type ArchivesOptions = {
  dataDir: string;
  /** RFC 3161 authority. */
  tsaUrl?: string;
  /** Files: certificates of which one must vouch for its stamps, and its revocation lists. */
  tsaRoots?: string;
  tsaCrl?: string;
  /** File with revocation lists of keys that were given; read anew for each stamp. */
  sealCrl?: string;
  /** For the whole exchange with the authority; 5,000 ms when absent. */
  tsaTimeoutMs?: number;
  /** Makes the calls to the authority. */
  callOut?: CallOut;
  /** Epoch ms. */
  clock: () => number;
};

/** The sealer's own parts. @property keys - those of the moment */
type Sealing = { keys: () => SealKeys; verify: typeof verifySealed };

/**
 * Reads the roots of the authorities, and stamps with them.
 *
 * @throws SealKeysRefused where the file of the roots cannot be read
 */
export async function openArchives(options: ArchivesOptions, { keys, verify }: Sealing): Promise<Archives> {
  const { dataDir, tsaUrl, tsaRoots, tsaCrl, tsaTimeoutMs = 5000, clock } = options;
  const roots = tsaRoots === undefined ? [] : await readStampRoots(dataDir, tsaRoots);
  const stampRoots = await rememberedStampRoots(dataDir);
  const sealLists = openSealLists(keys, options);
  const hasRevocationList = async () => (await sealLists()).length > 0;
  if (tsaUrl === undefined || roots.length === 0)
    return { stamps: tsaUrl === undefined ? 'OFF' : 'NO_ROOTS', stampRoots, hasRevocationList };
  const archive = openArchiver({
    trusted: () => keys().trusted.map((der) => new X509Certificate(der)),
    stampRoots: stampRoots.map((der) => new X509Certificate(der)),
    authority: {
      url: tsaUrl,
      timeoutMs: tsaTimeoutMs,
      roots,
      lists: () => listsOfFile(tsaCrl),
      callOut: options.callOut ?? openCallOut({ outboundHosts: [] }),
    },
    sealLists,
    clock,
  });
  return {
    stamps: 'ON',
    stampRoots,
    hasRevocationList,
    // A file is given back only when it verifies as any other of ours does.
    async archive(file, leaves = keys().trusted) {
      const archived = await archive(Buffer.from(file));
      const around = { anchors: keys().trusted, stampRoots };
      if ((await verify(archived.bytes, leaves, around)).state !== 'VALID') throw new ArchiveUnsound();
      return archived;
    },
  };
}

/** The lists that say of the seal's certificate that it was not revoked: our own, or those of the file that was given. */
function openSealLists(keys: () => SealKeys, { clock, sealCrl }: ArchivesOptions): () => Promise<RevocationList[]> {
  const own = openOwnList((now) => keys().makeRevocationList?.(now));
  return async () => {
    const der = own(clock());
    return der === undefined ? listsOfFile(sealCrl) : [readRevocationList(der)];
  };
}
