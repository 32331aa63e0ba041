import type { AccessLog } from '#server/data/audit/access-log.ts';
import type { ChainKey } from '#server/data/integrity/chain-heads.ts';
import type { Database } from '#server/data/open/connection.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import type { ImportProgressBoard } from '#server/outside/import/import-progress.ts';
import type { ImportThread } from '#server/outside/import/import-thread.ts';
import type { CallOut } from '#server/outside/call-out.ts';
import type { Log } from '#server/outside/log.ts';
import type { Mailer } from '#server/outside/mail/mailer.ts';
import type { NhsNotify } from '#server/outside/nhs-notify/nhs-notify.ts';
import type { Passwords } from '#server/outside/passwords.ts';
import type { Pdf } from '#server/outside/pdf/pool.ts';
import type { ScanThread } from '#server/outside/scan/scan-thread.ts';
import type { SecretBox } from '#server/outside/secret-box.ts';
import type { Sealer } from '#server/outside/seal/sealer.ts';
import type { Turns } from '#server/outside/turns.ts';
import type { Kysely } from 'kysely';
import type { Settings } from './settings.ts';

/** Everything that the server is made of; tests bring their own clock, ids and folders. */
export type Deps = {
  database: { db: Kysely<Tables>; kind: 'embedded' | 'postgres'; ready(): Promise<boolean> } & Pick<Database<Tables>, 'listen'>;
  /** epoch ms */
  clock: () => number;
  random: (bytes: number) => Uint8Array;
  newId: () => string;
  passwords: Passwords;
  turns: Turns;
  pdf: Pdf;
  scans: Pick<ScanThread, 'inspect' | 'inspectAttachment' | 'inspectLogo' | 'drawPage' | 'showPage'>;
  imports: Pick<ImportThread, 'read'>;
  importProgress: ImportProgressBoard;
  sealer: Sealer;
  /** of the recorded ends of timelines and security logs */
  chainKey: ChainKey;
  /** of the readings of records; this server's own */
  accessLog: AccessLog;
  /** seals secrets that the database holds */
  secrets: SecretBox;
  mailer: Mailer;
  /** undefined where the settings name none */
  nhsNotify?: NhsNotify | undefined;
  /** the one way to other systems */
  callOut: CallOut;
  settings: Settings;
  /** folder of generated keys, of mail and of the embedded database */
  dataDir: string;
  /** origin in links and on PDFs, without a trailing slash */
  publicOrigin: string;
  log: Log;
};
