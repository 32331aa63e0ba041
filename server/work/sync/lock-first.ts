import { lockIdentitiesFirst, lockInOrder, type PatientIdentity } from '#server/data/cases/ordered-locks.ts';
import type { Db } from '#server/data/db.ts';
import type { KeyedCall } from '#server/http/idempotency-key.ts';

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
  await lockInOrder(db, organisationId, {
    patients: idsIn('id', 'mergedInto', 'patientID'),
    cases: idsIn('recordID'),
    consents: idsIn('consentID'),
  });
}
