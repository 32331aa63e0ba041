import { Unreachable } from '#contract/engine/call.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import type { VoidKind } from '#domain/base/states.ts';
import type { QuietAct } from './quiet-acts.ts';

type ActWords = {
  /** The label in the menu. */
  readonly label: string;
  /** A question: the title of the dialog. */
  readonly title: string;
  /** The consequences. */
  readonly what: string;
  readonly ok: string;
  readonly done: string;
  /** Red: irreversible. */
  readonly isFinal: boolean;
};

/** Shown for acts that only the server can perform, while it cannot be reached. */
export const NEEDS_NETWORK =
  'This needs the network, and the server cannot be reached. Nothing was changed. Please try again later.';

/** The label of the one act that starts another version; its dialog asks for the kind. */
export const NEW_VERSION = 'New version…';

/** Whether an act starts a new version. */
export function isNewVersion(act: QuietAct): act is 'reopen' | 'reconsent' {
  return act === 'reopen' || act === 'reconsent';
}

/** For each quiet act its label, its consequences and its success message. */
export const ACT_WORDS: Readonly<Record<QuietAct, ActWords>> = {
  recall: {
    label: 'Change the form',
    title: 'Change the form?',
    what: 'It becomes a draft again. Signatures given so far are cancelled and stay in the timeline.',
    ok: 'Change the form',
    done: 'The form can be changed now',
    isFinal: false,
  },
  reopen: {
    label: 'Correct this form',
    title: 'Start a new version?',
    what: 'A new draft starts with everything of this form, to correct it. A signed version stays in force until the new one is signed.',
    ok: 'Open a new version',
    done: 'A new version was opened',
    isFinal: false,
  },
  reconsent: {
    label: 'Consent again',
    title: 'Start a new version?',
    what: 'A new draft starts with the same procedures, shown beside the old ones, for a new talk with the patient. This version stays in force until the new one is signed.',
    ok: 'Open a new version',
    done: 'A new version was opened',
    isFinal: false,
  },
  withdraw: {
    label: 'Withdraw consent',
    title: 'Withdraw this consent?',
    what: 'It stops being in force at once. Theatre lists and the document’s verify page say so.',
    ok: 'Withdraw consent',
    done: 'Consent withdrawn',
    isFinal: true,
  },
  void: {
    label: 'Record as made in error',
    title: 'Was this form made in error?',
    what: 'It ends for good and never counts again; no older version takes its place. It stays in the case with its signatures, marked as recorded in error. When the patient has changed their mind, withdraw the consent instead.',
    ok: 'Record as made in error',
    done: 'Recorded in error',
    isFinal: true,
  },
  delete: {
    label: 'Delete this draft',
    title: 'Delete this draft?',
    what: 'The draft leaves every list. Nobody has signed it, and an earlier version stays as it is.',
    ok: 'Delete draft',
    done: 'Draft deleted',
    isFinal: true,
  },
};

/** The reasons for recording a form in error. */
export const VOID_CHOICES = [
  { value: 'WRONG_PATIENT', label: 'The wrong patient', hint: 'What the form says is then hidden from most people.' },
  { value: 'WRONG_PROCEDURE', label: 'The wrong operation or side' },
  { value: 'OTHER', label: 'Something else' },
] as const satisfies readonly { value: VoidKind; label: string; hint?: string }[];

/** Whether only the missing network caused a failure: a missing sign-in has its own words. */
export function needsNetwork(failure: unknown): boolean {
  return failure instanceof Unreachable && !(failure instanceof SignInNeeded);
}

/** The failure of an act that only the server performs, in words. */
export function callWords(failure: unknown): string {
  return needsNetwork(failure) ? NEEDS_NETWORK : failureWords(failure);
}
