import type { Answer, Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { FUTURE_BIRTH } from '#domain/values/date-fields.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import { isFuture } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { nextNumbers, PATIENT_NUMBERS } from '#server/data/patients/counters.ts';
import { enterPatients } from '#server/data/patients/enter-patients.ts';
import { newPatientRow } from '#server/data/patients/new-patient.ts';
import { lockIdentity } from '#server/data/cases/ordered-locks.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import type { Deps } from '#server/deps.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { listedPatientsFor, patientsFor } from '#server/policies/restricted.ts';
import { recordCreated } from './history.ts';

type CreateCall = { readonly input: Parsed<'patientCreate'>; readonly context: Context<StaffActor> };

/**
 * Makes calls `patient/create` of one member of staff in the caller's transaction, as many statements for many as for one. A later one finds those
 * before it among its likely duplicates.
 *
 * @returns their answers, in their order
 * @throws Refused when one of them is refused, whichever; the caller then undoes the transaction
 */
export async function createPatients(calls: readonly CreateCall[]): Promise<Answer<'patientCreate'>[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const { db, actor, deps } = first.context;
  for (const { input } of calls) refuseFuture(input.dateOfBirth, deps);
  for (const { input } of calls) await lockIdentity(db, actor.organisationId, input);
  const counter = { root: deps.database.db, organisationId: actor.organisationId, name: PATIENT_NUMBERS };
  const numbers = await nextNumbers(db, counter, calls.length);
  const made = calls.map(({ input: { id, ...fields }, context }, at) => {
    const number = numbers[at];
    if (number === undefined) throw new Error('There are fewer numbers than patients');
    const { now } = context;
    const stamp = { organisationId: actor.organisationId, id: id ?? deps.newId(), number, now, createdBy: actor.userId };
    return { writing: context, row: newPatientRow(stamp, fields) };
  });
  const found = await enterPatients(
    db,
    made.map(({ row }) => row),
  );
  const entered = made.flatMap(({ writing, row: { id } }) => {
    const entry = found.get(id);
    return entry === undefined ? [] : [{ ...entry, writing }];
  });
  // Two of one id are one entry.
  if (found.size < calls.length)
    throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'id', message: 'A patient with this id already exists' }] });
  await recordCreated(entered.map(({ row, writing }) => ({ writing, patient: row })));
  const present = patientsFor(first.context);
  const presentOther = listedPatientsFor(first.context);
  const patients = entered.map(({ row }) => present(row));
  return patients.map((patient, at) => {
    const others = [...(entered[at]?.alike.map(presentOther) ?? []), ...patients.slice(0, at)];
    return { message: DONE.PATIENT_CREATED, data: { patient, possibleDuplicates: likelyDuplicates(patient, others) } };
  });
}

/** @throws Refused INVALID for a date of birth that has not come yet where the organisation is */
export function refuseFuture(dateOfBirth: string, deps: Pick<Deps, 'clock' | 'settings'>): void {
  const fault: Fault = { path: 'dateOfBirth', message: FUTURE_BIRTH };
  if (isFuture(dateOfBirth, todayOf(deps))) throw new Refused('INVALID', { fields: [fault] });
}
