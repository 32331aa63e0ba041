import type { BesideKind } from '#domain/documents/document-kinds.ts';

/** The key of a signer in the events: the place, or the role where events are from before they told places. */
export function signerKey({ role, order }: { role: string; order: unknown }): string {
  return typeof order === 'number' ? `#${order}` : role;
}

/** Answers after the signature as their event tells them. @property cancelledAt - ISO; null while they count */
export type LaterByEvents = { readonly check: string; readonly cancelledAt: string | null };

/** The key of answers after the signature: their digest, and since when they count for nothing. */
export function laterKey({ check, cancelledAt }: LaterByEvents): string {
  return `${check}@${cancelledAt ?? ''}`;
}

/** The answers after a clinician signed who had not seen some of them. @param nowLate - of each of those the digest before and now */
export function withNowLate(answers: readonly LaterByEvents[], nowLate: string): LaterByEvents[] {
  const now = new Map(nowLate.split(' ').map((each) => each.split(':', 2) as [string, string]));
  return answers.map(({ check, ...rest }) => ({ ...rest, check: now.get(check) ?? check }));
}

/** The key of an addendum or a refusal in the events: its kind, and its digest. */
export function documentKey(kind: BesideKind, sha256: string): string {
  return `${kind} ${sha256}`;
}

/** A time, where another one is not as late or later; null where it is. Both ISO in UTC. */
export function lastAfter(at: string | null, other: string | null): string | null {
  return at !== null && (other === null || at > other) ? at : null;
}

/** The later of two times, both ISO in UTC; a queued call may tell of the earlier one last. */
export function latestOf(one: string | null, other: string | null): string | null {
  return one !== null && (other === null || one > other) ? one : other;
}
