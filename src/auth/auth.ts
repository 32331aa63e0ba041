import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { isApiError, isRetryable, isUnanswered } from '#contract/engine/retry.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { deviceProof } from '#src/offline/device-proof.ts';
import { onReconnect, openVault } from '#src/offline/lifecycle.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { anchorSteadyClock } from '#src/device/clock.ts';
import { fallbackTimeout } from '#src/device/last-ping.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { openErrorHandlers } from './open-errors.ts';
import { canProveOffline, openOffline, proveOffline } from './open-offline.ts';
import { askTabletPin } from '#src/offline/tablet-pin.ts';
import { takeHandoff } from '#src/offline/take-handoff.ts';
import { api } from '#src/session/api.ts';
import { leaveIfHandedOver } from './handover-guard.ts';
import { beginHandover, type HandoverTicket } from '#src/session/handover.ts';
import { keepHandover } from '#src/session/restore-handover.ts';
import {
  changeUser,
  currentOverlay,
  currentSession,
  endSession,
  lockSession,
  renewSession,
  startSession,
  type Session,
} from '#src/session/session.ts';
import {
  clearForeignSession,
  clearStoredSession,
  isLockDue,
  noteSignIn,
  readStoredSession,
  unfinishedSignIn,
  writeStoredSession,
} from '#src/session/stored-session.ts';
import { FALLBACK_TIMEOUT, RESUME_PATIENCE } from '#src/device/timeouts.ts';

// The moves between the states of `auth-state.ts`. Each opens or closes the vault itself; `startSession` is called beside them by `unlock-with-pin.ts` alone.

/** Navigates away from another person's screens before a session starts. */
export type LeaveScreens = () => Promise<unknown>;

/**
 * Signs in with email and password. Without the server, or while it fails, the password opens the vault of this device, for twelve
 * hours after the last full sign-in. Another person's screens under an ended session are dropped first.
 *
 * @throws CallFailed; 403 TWO_FACTOR_REQUIRED asks for {@link signInWithCode}
 * @throws NotSent when the vault does not open, Unreachable or CallFailed 5xx when this device has none
 */
export async function signIn(credentials: Credentials, leaveScreens?: LeaveScreens): Promise<User> {
  try {
    const session = await api('userLogin', { ...credentials, ...(await deviceProof()) }, { limitMs: fallbackTimeout() });
    return await enter(session, credentials, leaveScreens);
  } catch (failure) {
    if (!isUnanswered(failure)) throw failure;
    // The password has opened the vault by then.
    return enter(await openOffline(credentials, failure), null, leaveScreens);
  }
}

/** The second step of a sign-in: six digits of the authenticator app, or of a mail. @throws CallFailed, Unreachable */
export async function signInWithCode(input: Input<'userOtpVerify'>, leaveScreens?: LeaveScreens): Promise<User> {
  const { email, password } = input;
  return enter(await api('userOtpVerify', { ...input, ...(await deviceProof()) }), { email, password }, leaveScreens);
}

/** Signs in with the answer to a registration's first password; its vault is made at the next sign-in. */
export function signInRegistered(session: Session): void {
  startSession(session);
}

async function enter(session: Session, credentials: Credentials | null, leaveScreens?: LeaveScreens): Promise<User> {
  const before = currentOverlay()?.session ?? currentSession();
  if (before !== null && before.user._id !== session.user._id) {
    endSession();
    await leaveScreens?.();
  }
  if (credentials !== null) {
    anchorSteadyClock();
    noteSignIn(session.user._id, Date.now());
  }
  startWithVault(session, credentials);
  return session.user;
}

function startWithVault(session: Session, credentials: Credentials | null): void {
  // Before the session starts: its listeners would open the vault without the password.
  openVault(session, credentials);
  startSession(session);
}

/**
 * Lifts the lock with the password, which also opens or makes a vault that is not open and ends an unfinished sign-in; without the
 * server, or while it fails, the vault checks it, and is opened by it where it was not open yet.
 *
 * @throws CallFailed, NotSent, Unreachable
 */
export async function unlock(password: string): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  const { user } = session;
  const { email } = user;
  const isOurs = (now: Session | null) => now?.user._id === user._id;
  const mayProve = await canProveOffline(user);
  try {
    // Without a vault nothing else can lift the lock: the server may take its time.
    const renewal = await api('userUnlock', { password }, mayProve ? { limitMs: fallbackTimeout() } : {});
    const now = currentSession();
    // Renewed meanwhile, or another person's by now: only their own lock is lifted.
    if (now === null || !isOurs(now)) return;
    const isPasswordDue = currentOfflineSession() === null || unfinishedSignIn(user._id) !== null;
    startWithVault({ ...now, ...renewal }, isPasswordDue ? { email, password } : null);
    renewPinTries();
  } catch (failure) {
    if (!isUnanswered(failure) || !mayProve) throw failure;
    await proveOffline(user, password, failure);
    const now = currentSession();
    if (now !== null && isOurs(now)) startSession(now);
  }
}

/** A right password gives the tablet PIN all its tries again, as at the server. */
function renewPinTries(): void {
  const userHash = currentOfflineSession()?.store.vault.userHash;
  if (userHash !== undefined) void askTabletPin({ type: 'TABLET_PIN_RENEWED', userHash });
}

/**
 * Resumes the session of this tab after a reload: from the open keys that a signer's page handed back, else from the stored
 * token, which the server is asked about. A tab that was locked, or is due to be, is locked again. The patience lasts a few seconds
 * since the server was asked, for screens that can go on without it; an answer that comes later still opens the session.
 *
 * @throws Unreachable, also when the patience is over, or CallFailed of a busy server: the token stays stored, and trying again may
 * help
 */
export async function resumeSession(): Promise<void> {
  if (currentSession() !== null) return;
  if (await resumeFromHandoff()) return;
  await beginAsking().patient;
}

async function resumeFromHandoff(): Promise<boolean> {
  const handoff = await takeHandoff('staff');
  if (handoff === null) return false;
  // The store comes with Dexie, which the first screen does not wait for.
  const { openHandedBack } = await import('#src/offline/unlock.ts');
  const back = await openHandedBack(handoff.vault, openErrorHandlers);
  if (back === null) return false;
  const { session, handoverToken } = back;
  startSession(session);
  if (handoverToken !== null) {
    writeStoredSession({ ...handoverToken, userId: session.user._id });
    void goOnline();
  }
  return true;
}

type Asking = { readonly whole: Promise<void>; readonly patient: Promise<void>; readonly stopping: AbortController };
let asking: Asking | null = null;

/** As {@link resumeSession}, of the stored token alone and without an end of patience. */
export function resumeStored(): Promise<void> {
  return beginAsking().whole;
}

/** Lets no stored session open by the question that runs: somebody else may be signing in on a shared tablet. */
export function stopResuming(): void {
  asking?.stopping.abort();
}

/** Resolves when the server is no longer asked whose the stored token is. */
export async function whenResumed(): Promise<void> {
  await asking?.whole.catch(() => undefined);
}

function beginAsking(): Asking {
  if (asking !== null) return asking;
  const stopping = new AbortController();
  const whole = askWhoseToken(stopping.signal).finally(() => (asking = null));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfPatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable('The answer took too long')), RESUME_PATIENCE);
  });
  const patient = Promise.race([whole, outOfPatience]).finally(() => clearTimeout(timer));
  // Not everybody who asks waits for both.
  patient.catch(() => undefined);
  whole.catch(() => undefined);
  asking = { whole, patient, stopping };
  return asking;
}

async function askWhoseToken(stopped: AbortSignal): Promise<void> {
  const stored = readStoredSession();
  if (currentSession() !== null || stored === null) return;
  try {
    const { user, tokenExpiryDate } = await api('userMe', {}, { token: stored.token, limitMs: FALLBACK_TIMEOUT });
    // Somebody may have opened a session meanwhile: it goes on.
    if (stopped.aborted || currentSession() !== null || readStoredSession()?.token !== stored.token) return;
    const isLocked = isLockDue(Date.now());
    startWithVault({ token: stored.token, tokenExpiryDate, user }, null);
    if (isLocked) lockSession();
  } catch (failure) {
    if (!(failure instanceof CallFailed) || isRetryable(failure)) throw failure;
    // The call itself has ended the session on a 401, with the server's words.
    if (failure.code !== 'SIGN_IN') endSession();
  }
}

/** Resumes the stored session of a person who works without one, as soon as the server is reached again. @returns how to stop */
export function resumeOnReconnect(): () => void {
  return onReconnect(() => void goOnline());
}

async function goOnline(): Promise<void> {
  const session = currentSession();
  if (session === null || session.token !== null) return;
  clearForeignSession(session.user._id);
  const stored = readStoredSession();
  if (stored === null) return;
  // A sign-in meanwhile has stored a session of its own.
  const isStillStored = () => readStoredSession()?.token === stored.token;
  try {
    const { user, tokenExpiryDate } = await api('userMe', {}, { token: stored.token });
    const now = currentSession();
    if (now?.token !== null || !isStillStored()) return;
    if (now.user._id !== user._id) return clearStoredSession();
    // No new entry: a lock stays until the password is given.
    renewSession({ token: stored.token, tokenExpiryDate });
    changeUser(user);
  } catch (failure) {
    if (failure instanceof CallFailed && failure.status === 401) {
      if (isStillStored()) clearStoredSession();
    } else if (!isApiError(failure)) throw failure;
  }
}

/**
 * Hands the device over: the session leaves every tab, and the browser opens the signer's page.
 *
 * @throws DOMException without storage
 */
export async function handOff(ticket: HandoverTicket): Promise<void> {
  beginHandover(ticket);
  await keepHandover();
  leaveIfHandedOver();
}
