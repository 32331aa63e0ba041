import { isRetryable } from '#contract/engine/retry.ts';
import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { failureWords, NO_ROOM } from '#src/notices/failure-words.ts';
import * as v from 'valibot';

/** A version saved by another person; `isUnsent` while some of it, from another tab, is still pending on this tablet. */
export type Theirs = Consent & { readonly local?: { readonly isUnsent: boolean } | undefined };

export type FieldFault = { readonly path: string; readonly message: string };

/** A save that did not take effect, or whose outcome is unknown. */
export type SaveFailure = {
  readonly kind: 'failed';
  readonly message: string;
  readonly fields: readonly FieldFault[];
  /** retrying without changes can help */
  readonly again: boolean;
  readonly isNetwork: boolean;
};

/** The meaning of a failed save for the person; null for an error that is not an API answer: a bug, to be rethrown. */
export function saveFailureOf(failure: unknown): SaveFailure | { kind: 'conflict'; theirs: Theirs } | null {
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
  // A person who has to sign in again returns to this draft.
  const passes = failure.code === 'IN_PROGRESS' || failure.code === 'SIGN_IN';
  const again = isRetryable(failure) || passes;
  return { kind: 'failed', message: failure.message, fields: failure.fields, again, isNetwork: false };
}

const WithLocal = v.object({ local: v.optional(v.object({ isUnsent: v.boolean() })) });

/** The version that another person has saved, if that caused the refusal. */
export function conflictIn(failure: unknown): Theirs | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const parsed = v.safeParse(v.object({ current: v.object({ ...Consent.entries, ...WithLocal.entries }) }), failure.data);
  return parsed.success ? parsed.output.current : null;
}
