import type { ServerStatus, StuckMail } from '#contract/status.ts';
import type { StateWords } from '#domain/cases/state-words.ts';

/** The state of a mail in words. */
export function mailState(state: StuckMail['state']): StateWords {
  return state === 'FAILED' ? { tone: 'stop', words: 'Given up' } : { tone: 'warn', words: 'Waiting to be sent' };
}

/** `Tried 3 times.` */
export function attemptWords(attempts: number): string {
  if (attempts === 0) return 'Not tried yet.';
  return attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`;
}

const JOB_WORDS: Readonly<Record<string, string>> = {
  SEAL: 'Documents to be sealed',
  STAMP: 'Time stamps of documents',
  VIEW: 'Copies that show the state of a form',
  CONFIRMATION: 'Addenda of confirmations',
  REFUSAL: 'Refusals to be sealed',
  ARCHIVE: 'Archival time stamps of documents',
  MAIL: 'Mails to be sent',
  PACK: 'Copies of patients’ data',
};

/** A kind of work in words; an unknown kind is shown as other work. */
export function jobWords(kind: string): string {
  return JOB_WORDS[kind] ?? 'Other work';
}

/** `3 waiting, 1 of them failed so far` */
export function queueWords({ waiting, failing }: { readonly waiting: number; readonly failing: number }): string {
  if (failing === 0) return `${waiting} waiting`;
  return `${waiting} waiting, ${failing === waiting ? (failing === 1 ? 'it' : 'all') : `${failing} of them`} failed so far`;
}

/** `Added to each document, without revocation data` */
export function stampWords({ state, hasRevocationList }: ServerStatus['stamps']): string {
  if (state === 'OFF') return 'No authority is set';
  if (state === 'NO_ROOTS') return 'None: the roots of the authority are missing';
  return `Added to each document${hasRevocationList ? '' : ', without revocation data'}`;
}

/** `41.2 GB`, in decimal units as disks are sold. */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const size = bytes / 1000 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`;
}

/** `in step`, or `72 seconds ahead of it`. @param ms - how far the server's clock is ahead of the database's */
export function databaseClockWords(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 2) return 'In step with the database';
  return `${seconds} seconds ${ms > 0 ? 'ahead of' : 'behind'} the database`;
}
