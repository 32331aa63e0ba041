import * as v from 'valibot';
import { CapacityFields } from './capacity.ts';
import { AdditionalChoice, ClinicianStatement, ConsentProcedureDraft, InterpretingFields, list } from './consent.ts';
import { EMPTY_FAMILY, FamilyFields } from './family.ts';
import { Prose, SingleLine, Uuid } from './text.ts';

/** The fields of one version that are written before it is sent; all may be absent while it is a draft. */
export const ContentFields = {
  procedures: v.optional(list(ConsentProcedureDraft, 10)),
  templateID: v.optional(Uuid),
  clinicianStatement: v.optional(v.nullable(ClinicianStatement)),
  mattersToMe: v.optional(Prose({ label: 'What matters to the patient', most: 5000 })),
  additionalChoices: v.optional(list(AdditionalChoice, 30)),
  refusals: v.optional(list(SingleLine({ label: 'Refusal', least: 1, most: 300 }), 30)),
  ...InterpretingFields,
  ...FamilyFields,
  ...CapacityFields,
};

/** The content of an empty version. */
export const EMPTY_CONTENT = {
  procedures: [],
  templateID: null,
  clinicianStatement: null,
  mattersToMe: '',
  additionalChoices: [],
  refusals: [],
  interpreter: null,
  interpreterNeeded: null,
  interpreterNoneReason: '',
  ...EMPTY_FAMILY,
  capacity: null,
};
