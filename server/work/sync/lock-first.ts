import type { CallName } from '#contract/calls.ts';
import { lockIdentitiesFirst, lockInOrder, type PatientIdentity } from '#server/data/cases/ordered-locks.ts';
import type { Db } from '#server/data/db.ts';
import type { KeyedCall } from '#server/http/idempotency-key.ts';

const ENDS: ReadonlySet<CallName> = new Set<CallName>(['recordDone', 'recordClose']);

/**
 * Locks what the calls of an envelope will lock one by one, in one order for all envelopes: two of them that change the same cases
 * wait for each other, and never both.
 */
export async function lockFirst(db: Db, organisationId: string, calls: readonly KeyedCall[]): Promise<void> {
  const created = calls.filter(({ name }) => name === 'patientCreate');
  // The inputs were parsed by the call's own schema.
  await lockIdentitiesFirst(
    db,
    organisationId,
    created.map(({ input }) => input as PatientIdentity),
  );
  const others = calls.filter(({ name }) => name !== 'patientCreate').map(({ input }) => input);
  const idsIn = (...fields: string[]) => [
    ...new Set(others.flatMap((input) => fields.map((field) => input[field])).filter((id) => typeof id === 'string')),
  ];
  // `id` is the case of an end, and else a patient.
  const ended = calls.flatMap(({ name, input }) => (ENDS.has(name) && typeof input['id'] === 'string' ? [input['id']] : []));
  await lockInOrder(db, organisationId, {
    patients: idsIn('id', 'mergedInto', 'patientID'),
    cases: [...new Set([...idsIn('recordID'), ...ended])],
    consents: idsIn('consentID'),
  });
}
