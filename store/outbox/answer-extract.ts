import type { Output, QueuedCall } from '#contract/calls.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import type { OpRow } from '#store/db/op.ts';
import type { SentRow } from '#store/db/vault-database.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import type { Store } from '#store/session/store.ts';

type Extractors = { readonly [K in QueuedCall]?: (answer: Output<K>) => unknown };

/**
 * Extractors of the fields that a screen waiting for its write needs from the server's answer. Calls without one need only the
 * acknowledgement.
 */
const extractors = {
  patientCreate: ({ data: { patient, possibleDuplicates } }: Output<'patientCreate'>) => ({
    patient: { ...cardOf(patient), version: patient.version },
    // Without contact details: a vault never stores those of a protected patient.
    possibleDuplicates: possibleDuplicates.map(({ reason, patient: other }) => ({ reason, patient: cardOf(other) })),
  }),
  consentCreate: ({ version, data: { missing } }: Output<'consentCreate'>) => ({ version, missing }),
  consentUpdate: ({ version, data: { missing } }: Output<'consentUpdate'>) => ({ version, missing }),
} satisfies Extractors;

/** The part of a call's answer that its receipt stores beside what was sent; null where no screen needs any. */
export type AnswerExtract<K extends QueuedCall> = K extends keyof typeof extractors ? ReturnType<(typeof extractors)[K]> : null;

/** The extract of an answer that was parsed by its call's own schema. */
export function extractOf<K extends QueuedCall>(call: K, answer: Output<K>): AnswerExtract<K> {
  const ofCalls: Extractors = extractors;
  // The extractor of this very call.
  return (ofCalls[call]?.(answer) ?? null) as AnswerExtract<K>;
}

/** Seals the extract of an answer for the receipt of its op, as a copy of the server's data: it is unreadable after the sign-out. */
export async function sealExtract(
  { vault, env }: Pick<Store, 'vault' | 'env'>,
  { opId, call }: Pick<OpRow, 'opId' | 'call'>,
  answer: unknown,
): Promise<Pick<SentRow, 'extract'>> {
  const extract: unknown = extractOf(call, answer as Output<QueuedCall>);
  return extract === null ? {} : { extract: await seal(vault.synced, contextOf(opId), extract, env) };
}

/**
 * The extract in a receipt; null for a receipt without one, and for an op whose call differs: it absorbed other changes before it
 * was sent.
 */
export async function readExtract<K extends QueuedCall>(
  { vault }: Pick<Store, 'vault'>,
  { opId, call: sent, extract }: Pick<SentRow, 'opId' | 'call' | 'extract'>,
  call: K,
): Promise<AnswerExtract<K> | null> {
  if (extract === undefined || sent !== call) return null;
  // The seal is bound to the op, and so to its call.
  return (await nullIfUnreadable(unseal(vault, contextOf(opId), extract))) as AnswerExtract<K> | null;
}

function contextOf(opId: string) {
  return { table: 'sent.extract', id: opId };
}
