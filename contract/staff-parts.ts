import { Capacity } from '#domain/capacity.ts';
import { Disagreement, FamilyFields } from '#domain/family.ts';
import * as v from 'valibot';

/**
 * The parts of a version about family and capacity as staff read them; absent in copies of a build before. No ticket is told of them, so
 * that the patient's page is built without their shapes (vite.config.ts).
 */
export const StaffParts = {
  basis: FamilyFields.basis,
  parents: FamilyFields.parents,
  lookedAfter: FamilyFields.lookedAfter,
  needsAllAdults: FamilyFields.needsAllAdults,
  disagreement: v.optional(v.nullable(Disagreement)),
  child: FamilyFields.child,
  capacity: v.optional(v.nullable(Capacity)),
};
