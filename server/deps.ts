import type { Tables } from '#server/data/tables.ts';
import type { Mailer } from '#server/outside/mail/mailer.ts';
import type { Pdf } from '#server/outside/pdf/pool.ts';
import type { Sealer } from '#server/outside/seal/sealer.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Settings } from './settings.ts';

/** Either the database or an open transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** A log line holds these fields and no others: never a name, a number or a word of a patient. */
export type LogFields = {
  call?: string;
  status?: number;
  ms?: number;
  requestId?: string;
  error?: string;
  job?: string;
  attempts?: number;
  detail?: string;
};
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`hash` null) as for a known one. @throws Refused BUSY when too many wait */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Everything that the server is made of; tests bring their own clock, ids and folders. */
export type Deps = {
  database: { db: Kysely<Tables>; kind: 'embedded' | 'postgres'; ready(): Promise<boolean> };
  /** epoch ms */
  clock: () => number;
  random: (bytes: number) => Uint8Array;
  newId: () => string;
  passwords: Passwords;
  pdf: Pdf;
  sealer: Sealer;
  mailer: Mailer;
  settings: Settings;
  /** origin in links and on PDFs, without a trailing slash */
  publicOrigin: string;
  log: Log;
};
