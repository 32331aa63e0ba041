import { counted } from '#domain/base/counted.ts';
import { isOlderBuild } from '#domain/base/build.ts';
import { mayMessagePatients, setupWords, type MessageSetup } from './message-setup.ts';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { channelWords, type MessageChannel } from '#domain/values/message-channels.ts';
import { LIMIT_UNITS, type LimitedChannel, type LimitShare } from './month-limits.ts';
import { durationWords } from '#domain/base/duration-words.ts';

/** A signed version without its sealed document is late after so long, ms [choice]. */
export const SEAL_LATE = 5 * MINUTE;
/** Archival time stamps that wait for longer are far behind, ms. */
const ARCHIVE_LATE = 30 * DAY;
/** A mail that waits for longer is stuck, ms [choice]. */
export const MAIL_LATE = 10 * MINUTE;
/** A mail that failed is shown for so long, ms [choice]. */
export const FAILED_MAIL_SHOWN = 14 * DAY;

/** The answer to a call that nothing could be saved of. */
export const DISK_FULL_WORDS = 'The server’s disk is full. Nothing was saved. Tell IT.';

/** The state of a server. Times are ISO, UTC; sizes bytes; null: not known. */
export type ServerState = {
  readonly version: string;
  /** `stopped`: why nothing is sealed, `refused`: why a new key file was not taken, as sentences */
  readonly seal: { readonly endsAt: string; readonly stopped?: string | null; readonly refused?: string | null };
  readonly disk: { readonly free: number; readonly total: number } | null;
  /** how far the server's clock is ahead of the database's, ms */
  readonly clockSkew: number;
  readonly setup: MessageSetup;
  readonly messages: {
    readonly paused: readonly MessageChannel[];
    readonly used: readonly { readonly channel: LimitedChannel; readonly percent: LimitShare }[];
  };
  readonly integrity: { readonly at: string; readonly findings: number } | null;
  readonly backup: { readonly at: string; readonly bytes: number } | null;
  readonly stamps: { readonly state: 'OFF' | 'NO_ROOTS' | 'ON' };
  readonly jobs: readonly { readonly kind: string; readonly oldest: string; readonly failing: number }[];
  readonly tablets: readonly { readonly lastUsedAt: string; readonly unsent: number; readonly build: string | null }[];
};

/** The thresholds of the warnings: days, shares, bytes and ms [choice]. */
export const WARN = {
  sealDays: 60,
  diskFreeShare: 0.1,
  diskFreeBytes: 2_000_000_000,
  clockSkew: MINUTE,
  checkAge: 2 * DAY,
  backupAge: 2 * DAY,
  jobAge: 10 * MINUTE,
  tabletSilence: DAY,
} as const;

export type ServerWarning = { readonly tone: 'stop' | 'warn'; readonly title: string; readonly text: string };

/** The warnings that need a person, the gravest first. @param now - epoch ms by the server's clock */
export function serverWarnings(state: ServerState, now: number): ServerWarning[] {
  const found = [
    integrityWarning(state, now),
    stoppedWarning(state),
    refusedWarning(state),
    sealWarning(state, now),
    stampWarning(state),
    setupWarning(state),
    pausedWarning(state),
    ...state.messages.used.map(usedWarning),
    archiveWarning(state, now),
    diskWarning(state),
    backupWarning(state, now),
    clockWarning(state),
    jobsWarning(state, now),
    unsentWarning(state, now),
    buildWarning(state),
  ].filter((each) => each !== null);
  return found.toSorted((one, other) => Number(one.tone === 'warn') - Number(other.tone === 'warn'));
}

function integrityWarning({ integrity }: ServerState, now: number): ServerWarning | null {
  if (integrity !== null && integrity.findings > 0)
    return {
      tone: 'stop',
      title: 'Stored records were altered',
      text: `The last check found ${counted(integrity.findings, 'record')} that somebody has changed in the database. The security log names them.`,
    };
  if (integrity !== null && now - Date.parse(integrity.at) <= WARN.checkAge) return null;
  return {
    tone: 'warn',
    title: 'The stored records were not checked',
    text: 'The first check runs a minute after the start, and then one each day. Look into the log of the server if none did.',
  };
}

function stoppedWarning({ seal: { stopped } }: ServerState): ServerWarning | null {
  if (typeof stopped !== 'string') return null;
  return {
    tone: 'stop',
    title: stopped,
    text: 'Forms are signed as before. Nothing more is sealed: what is signed waits, and is sealed once the key file is right.',
  };
}

function refusedWarning({ seal: { refused } }: ServerState): ServerWarning | null {
  if (typeof refused !== 'string') return null;
  return { tone: 'warn', title: 'The new key file is not taken', text: refused };
}

/** Whole days until the certificate of the seal ends, negative afterwards. @param endsAt, now - epoch ms */
export function sealDaysLeft(endsAt: number, now: number): number {
  return Math.floor((endsAt - now) / DAY);
}

/** `The certificate of the seal ends in 7 days` */
export function sealEndsWords(days: number): string {
  return `The certificate of the seal ends ${days === 0 ? 'today' : `in ${counted(days, 'day')}`}`;
}

/** The advice about a certificate that ends. */
export const SEAL_RENEWED = 'Ask for a new one now, and put it in place before this one ends.';

function sealWarning({ seal }: ServerState, now: number): ServerWarning | null {
  const days = sealDaysLeft(Date.parse(seal.endsAt), now);
  if (days < 0 || days > WARN.sealDays) return null;
  return { tone: 'warn', title: sealEndsWords(days), text: SEAL_RENEWED };
}

function pausedWarning({ messages: { paused } }: ServerState): ServerWarning | null {
  if (paused.length === 0) return null;
  return {
    tone: 'stop',
    title: `Messages wait (${paused.map((channel) => channelWords(channel)).join(', ')})`,
    text: 'The service does not let this organisation in. See under Manage, Messages whether its key is right, then send a test.',
  };
}

function usedWarning({ channel, percent }: ServerState['messages']['used'][number]): ServerWarning {
  const units = LIMIT_UNITS[channel];
  const title = percent === 100 ? `This month’s ${units} are used up` : `Most of this month’s ${units} are used`;
  return { tone: 'warn', title, text: 'The limit is set under Manage, Messages.' };
}

function stampWarning({ stamps }: ServerState): ServerWarning | null {
  if (stamps.state !== 'NO_ROOTS') return null;
  return {
    tone: 'stop',
    title: 'No time stamps: SETTINGS.tsa.roots is missing.',
    text: 'Forms are signed and sealed as before. Name the file with the root certificates of the time-stamp authority, and start the server again: all documents then get their stamps.',
  };
}

function setupWarning({ setup }: ServerState): ServerWarning | null {
  if (setup.missing.length === 0) return null;
  const words = setupWords(setup.missing);
  if (!mayMessagePatients(setup))
    return {
      tone: 'warn',
      title: 'No message goes to patients',
      text: `First ${words} must be added under Manage, Organisation. The tablet, a code on the screen and paper go on.`,
    };
  return {
    tone: 'warn',
    title: `Messages go to patients without ${words}`,
    text: 'Links were sent from here before these were asked for, so they go on. Add what is missing under Manage, Organisation.',
  };
}

function archiveWarning({ jobs }: ServerState, now: number): ServerWarning | null {
  const isLate = jobs.some(({ kind, oldest }) => kind === 'ARCHIVE' && now - Date.parse(oldest) > ARCHIVE_LATE);
  if (!isLate) return null;
  return {
    tone: 'stop',
    title: `Archival time stamps are ${durationWords(ARCHIVE_LATE)} behind`,
    text: 'Below is why. A document that gets no new stamp before the certificate of its newest one ends cannot be proved for longer.',
  };
}

function diskWarning({ disk }: ServerState): ServerWarning | null {
  if (disk === null || (disk.free >= WARN.diskFreeBytes && disk.free >= disk.total * WARN.diskFreeShare)) return null;
  return {
    tone: disk.free < WARN.diskFreeBytes ? 'stop' : 'warn',
    title: disk.free === 0 ? 'The disk of the server is full' : 'The disk of the server is nearly full',
    text: 'When it is full, nothing more can be signed. Make room, or enlarge the disk.',
  };
}

function backupWarning({ backup }: ServerState, now: number): ServerWarning | null {
  if (backup !== null && now - Date.parse(backup.at) <= WARN.backupAge) return null;
  return {
    tone: 'warn',
    title: backup === null ? 'No backup was recorded' : 'The last backup is old',
    text: 'A backup should be made each day. Check that the job that makes it runs.',
  };
}

function clockWarning({ clockSkew }: ServerState): ServerWarning | null {
  if (Math.abs(clockSkew) <= WARN.clockSkew) return null;
  return {
    tone: 'warn',
    title: 'The clocks of the server and the database differ',
    text: 'Let both follow the same time server: times on forms are evidence.',
  };
}

function jobsWarning({ jobs }: ServerState, now: number): ServerWarning | null {
  const late = jobs.filter(({ oldest }) => now - Date.parse(oldest) > WARN.jobAge);
  if (late.length === 0) return null;
  return {
    tone: 'warn',
    title: `Work waits for longer than ${durationWords(WARN.jobAge)}`,
    text: 'Below is what waits, and why it was not done.',
  };
}

function unsentWarning({ tablets }: ServerState, now: number): ServerWarning | null {
  const silent = tablets.filter(({ unsent, lastUsedAt }) => unsent > 0 && now - Date.parse(lastUsedAt) > WARN.tabletSilence);
  if (silent.length === 0) return null;
  return {
    tone: 'warn',
    title: `${counted(silent.length, 'tablet')} with unsent work ${silent.length === 1 ? 'has' : 'have'} not been heard of for a day`,
    text: 'Find it, and let somebody sign in on it with a network: what waits is sent then.',
  };
}

function buildWarning({ tablets, version }: ServerState): ServerWarning | null {
  const old = tablets.filter(({ build }) => build !== null && isOlderBuild(build, version));
  if (old.length === 0) return null;
  return {
    tone: 'warn',
    title: `${counted(old.length, 'tablet')} with an older version of the app`,
    text: 'It updates by itself once the app is opened there with a network and nothing is being edited.',
  };
}
