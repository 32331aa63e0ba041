import { Capacity } from '#domain/capacity.ts';
import { Confirmation } from '#domain/confirm-state.ts';
import { Disagreement, FamilyFields } from '#domain/family.ts';
import { ShownPatient } from '#domain/shown-patient.ts';
import { ShownRecord } from '#domain/shown.ts';
import { LinkView } from '#domain/link.ts';
import { VOID_KINDS } from '#domain/states.ts';
import * as v from 'valibot';

/**
 * The parts of a version that staff alone read, family and capacity first; absent in copies of a build before. No ticket is told of
 * them, so that the patient's page is built without their shapes (vite.config.ts).
 */
export const StaffParts = {
  basis: FamilyFields.basis,
  parents: FamilyFields.parents,
  lookedAfter: FamilyFields.lookedAfter,
  needsAllAdults: FamilyFields.needsAllAdults,
  disagreement: v.optional(v.nullable(Disagreement)),
  child: FamilyFields.child,
  capacity: v.optional(v.nullable(Capacity)),
  /** The last confirmation on the day; null or absent without one. */
  confirmation: v.optional(v.nullable(Confirmation)),
  /** The latest link of each signer; absent in copies of a build before. */
  links: v.optional(v.array(LinkView)),
  /** Why a version was recorded in error; null for any other, also for one that a newer version ended. Absent in copies of a build before. */
  voidKind: v.optional(v.nullable(v.picklist(VOID_KINDS))),
  /** The patient as the form names them, once sent; a ticket's details have them beside the version. */
  shownPatient: v.optional(v.nullable(ShownPatient)),
  /** The pinned record, where it is of a later shape than the first, as `shownPatient`; null or absent for any other. */
  shown: v.optional(v.nullable(ShownRecord)),
};
