import type { Input } from '#contract/calls.ts';
import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import { BUSY_LOCK } from '#src/held/busy.ts';
import { currentHeld, hold, type Held } from '#src/held/held.ts';
import { heldTroubles } from '#src/held/troubles.ts';
import { currentSession, endSession, renewSession, unlockSession, type Session } from '#src/session/session.ts';
import { tooManyTries } from '#src/session/too-many-tries.ts';
import { useMutation } from '@tanstack/react-query';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { api } from './api.ts';
import { ping } from './ping.ts';

/** What a sign-in answers; whoever asked opens the session with it. */
export type SignedIn = Session;

/** A password that does not open what is kept on this tablet. */
export const WRONG_HERE = 'This is not the password that opens your work on this tablet';

// No password or code may stay in the mutation cache.
const FORGET = { gcTime: 0 } as const;

/**
 * The first step of a sign-in. A 403 TWO_FACTOR_REQUIRED asks for the second. Without a network the password opens what is kept
 * on this tablet, for twelve hours after the last full sign-in.
 */
export function useSignIn() {
  return useMutation({
    mutationFn: async (input: Input<'userLogin'>): Promise<Session> => {
      try {
        return await api('userLogin', input, { limitMs: SHORT_WAIT });
      } catch (failure) {
        if (!(failure instanceof Unreachable)) throw failure;
        return openHere(input, failure);
      }
    },
    networkMode: 'always',
    ...FORGET,
  });
}

async function openHere(input: Input<'userLogin'>, unreachable: Unreachable): Promise<Session> {
  const { unlockOffline } = await import('#src/held/unlock.ts');
  const unlocked = await unlockOffline(input, heldTroubles);
  switch (unlocked.kind) {
    case 'open':
      return unlocked.session;
    case 'wrong':
      throw new NotSent([
        { path: '', message: 'Without the network, nothing on this tablet opens with this email and password' },
      ]);
    case 'tooOld':
      throw new NotSent([
        { path: '', message: 'Your last sign-in with the network is more than 12 hours ago. Sign in with the network.' },
      ]);
    case 'wait':
      throw new NotSent([{ path: '', message: tooManyTries(unlocked.ms) }]);
    case 'none':
      throw unreachable;
  }
}

/** The second step: six digits of the authenticator, or of a mail. */
export function useVerifyCode() {
  return useMutation({ mutationFn: (input: Input<'userOtpVerify'>) => api('userOtpVerify', input), ...FORGET });
}

/** Asks for a backup code by mail, inside a half-finished sign-in. */
export function useMailBackupCode() {
  return useMutation({ mutationFn: (email: string) => api('userOtpEmail', { email }), ...FORGET });
}

/** Opens the locked screen with the password; without a network it is asked of what is kept on this tablet. */
export function useUnlock(email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      // Nothing here can open the screen instead while nothing is kept here.
      const patience = currentHeld() === null ? {} : { limitMs: SHORT_WAIT };
      try {
        unlockSession(await api('userUnlock', { password }, patience));
      } catch (failure) {
        if (!(failure instanceof Unreachable) || currentHeld() === null) throw failure;
        const { tryPasswordHere } = await import('#src/held/unlock.ts');
        const tried = await tryPasswordHere({ email, password });
        if (tried.kind === 'wait') throw new NotSent([{ path: 'password', message: tooManyTries(tried.ms) }]);
        if (tried.kind !== 'open') throw new NotSent([{ path: 'password', message: WRONG_HERE }]);
        const session = currentSession();
        if (session !== null) unlockSession(session);
      }
    },
    networkMode: 'always',
    ...FORGET,
  });
}

/**
 * Moves the session's end one hour on. A refusal ends the session (spec §4).
 *
 * @throws Unreachable when no answer came; the session then lasts as long as it did
 */
export async function extendSession(): Promise<void> {
  try {
    renewSession(await api('userExtendToken', {}));
  } catch (failure) {
    if (failure instanceof CallFailed && currentSession() !== null) endSession(failure.message);
    throw failure;
  }
}

/**
 * Ends the session here and on the server, and makes the copies on this tablet unreadable; what was not sent stays sealed. Without
 * a network the token is forgotten here and ends there by itself. A tablet that cannot write keeps nobody signed in: its copies stay
 * sealed.
 */
export async function signOut(): Promise<void> {
  const held = currentHeld();
  if (held !== null) await forget(held);
  await leave({});
}

async function forget(held: Held): Promise<void> {
  try {
    await (await import('#src/held/leave.ts')).forgetCopies(held);
  } catch (fault) {
    heldTroubles.onFault(fault);
  }
}

/**
 * `waits`: something waits to be sent, or somebody else is remembered here. `busy`: somebody writes or signs in a tab. `unreachable`: only
 * the server's answer lets the browser delete, and it gives none. `signIn`: it gives none to somebody who opened the app without it.
 */
type Wiped = 'done' | 'waits' | 'busy' | 'unreachable' | 'signIn';

/**
 * Signs out, and asks the browser to delete everything of this app. Whether it may is asked now, whatever was known before: in another
 * tab something may have been saved since. Unless it is `done` nobody was signed out and nothing was touched, but for a network that went
 * in the last moment: then the copies are gone and the session has ended.
 */
export async function signOutAndWipe(held: Held): Promise<Wiped> {
  const { mayWipe } = await import('#store/vault/remembered.ts');
  return navigator.locks.request(BUSY_LOCK, { ifAvailable: true }, async (lock): Promise<Wiped> => {
    if (lock === null) return 'busy';
    if (!(await mayWipe(held.store))) return 'waits';
    if ((await ping()) !== 'here') return 'unreachable';
    if (currentSession()?.token == null) return 'signIn';
    await forget(held);
    // The last look: what was saved within this moment stays, sealed, and the sign-in screen names it.
    const wipe = await mayWipe(held.store);
    // What the browser deletes must not be open.
    if (wipe) hold(null);
    const isTold = await leave(wipe ? { wipe } : {});
    return isTold ? 'done' : 'unreachable';
  });
}

/** @returns whether the server has heard of it */
async function leave(input: Input<'userDestroyToken'>): Promise<boolean> {
  const token = currentSession()?.token ?? null;
  const telling = token === null ? null : api('userDestroyToken', input, { token, signal: AbortSignal.timeout(5000) });
  const isTold = await telling?.then(
    () => true,
    () => false,
  );
  endSession();
  return isTold ?? false;
}
