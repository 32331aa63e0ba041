import type { Capacity } from '#domain/capacity/capacity.ts';
import { capacitySigners } from '#domain/capacity/capacity-signers.ts';
import { familySigners, type SignersAround } from '#domain/family/family-signers.ts';
import type { Family } from '#domain/family/family.ts';
import type { BlockSigners, PlannedRecipient, Signatory } from './recipients.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

type FormParties = SignersAround & {
  readonly clinician: { readonly name: string; readonly email: string | null };
  readonly family: Family;
  readonly capacity: Capacity | null;
};

/** The signers of the two blocks that every form has, by the form's type. */
export function blockSignersOf({ clinician, family, capacity, ...around }: FormParties): BlockSigners {
  const { formType, patient } = around;
  const clinic: Signatory[] = [{ role: 'CLINICIAN', ...clinician, required: true }];
  switch (deciderOf(formType)) {
    case 'patient':
      return { patient: [{ role: 'PATIENT', ...patient, required: true }], clinic };
    case 'family':
      return { patient: familySigners(family, around), clinic };
    case 'clinician':
      return { patient: [], clinic: [...clinic, ...capacitySigners({ capacity })] };
  }
}

/** Whether the template has a place for everybody who has to sign. */
export function hasBlockForAll(recipients: readonly PlannedRecipient[], { patient, clinic }: BlockSigners): boolean {
  return [...patient, ...clinic].every(
    ({ role, name, required }) => !required || recipients.some((each) => each.role === role && each.name === name),
  );
}

/** The fault of a template without such a place. */
export const NO_BLOCK_TO_SIGN = 'The template has no place for everybody who has to sign';
