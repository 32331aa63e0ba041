import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import { Consent } from '#contract/record-shapes.ts';
import { failureWords, NO_ROOM } from '#src/notices/failure-words.ts';
import * as v from 'valibot';

/** A version as somebody else left it; `isUnsent` while something of it, from another tab, stands on this tablet alone. */
export type Theirs = Consent & { readonly here?: { readonly isUnsent: boolean } | undefined };

export type FieldFault = { readonly path: string; readonly message: string };

/** A save that did not take effect, or of which nobody knows whether it did. */
export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly fields: readonly FieldFault[];
  /** trying again without changing anything can help */
  readonly again: boolean;
  readonly isNetwork: boolean;
};

/** What a failed save means for the person; null for what is not an answer of the wire: a fault of ours, to be thrown on. */
export function failureOf(failure: unknown): SaveFailure | { kind: 'conflict'; theirs: Theirs } | null {
  if (failure instanceof Unreachable)
    return { kind: 'failed', message: 'No network. What you typed is still here.', fields: [], again: true, isNetwork: true };
  if (failure instanceof NotSent)
    return {
      kind: 'failed',
      message: 'Please look at the marked fields.',
      fields: failure.fields,
      again: false,
      isNetwork: false,
    };
  if (failureWords(failure) === NO_ROOM) return { kind: 'failed', message: NO_ROOM, fields: [], again: true, isNetwork: false };
  if (!(failure instanceof CallFailed)) return null;
  const theirs = conflictIn(failure);
  if (theirs !== null) return { kind: 'conflict', theirs };
  // Whoever has to sign in again comes back to this very draft.
  const passes = failure.code === 'IN_PROGRESS' || failure.code === 'SIGN_IN';
  const again = failure.status >= 500 || failure.status === 429 || passes;
  return { kind: 'failed', message: failure.message, fields: failure.fields, again, isNetwork: false };
}

const Here = v.object({ here: v.optional(v.object({ isUnsent: v.boolean() })) });

/** The version that somebody else has saved, when that is why a call was refused. */
export function conflictIn(failure: unknown): Theirs | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const told = v.safeParse(v.object({ current: v.object({ ...Consent.entries, ...Here.entries }) }), failure.data);
  return told.success ? told.output.current : null;
}
