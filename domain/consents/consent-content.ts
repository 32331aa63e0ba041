import type { Capacity } from '#domain/capacity/capacity.ts';
import type { Family } from '#domain/family/family.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { NameInLatin } from '#domain/forms/latin-names.ts';
import type { AdditionalChoice, ClinicianStatement, ConsentProcedure, Interpreting } from './consent.ts';

/** The complete content of one version before it is sent. */
export type ConsentContent = Interpreting &
  Family & {
    readonly capacity: Capacity | null;
    readonly formType: FormType;
    readonly templateID: string | null;
    readonly procedures: readonly ConsentProcedure[];
    readonly mattersToMe: string;
    readonly additionalChoices: readonly AdditionalChoice[];
    /** absent where no choice has any */
    readonly choiceDetails?: readonly ChoiceDetail[] | undefined;
    /** names of people on the form in Latin letters; absent where none has any. No part of what is pinned. */
    readonly latinNames?: readonly NameInLatin[] | undefined;
    readonly refusals: readonly string[];
    readonly clinicianStatement: ClinicianStatement | null;
  };
