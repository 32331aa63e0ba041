import { abilityOf } from '#domain/capacity/capacity.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { ShownContent } from '#domain/consents/digest.ts';
import { familyOnForm } from '#domain/family/family.ts';
import { hasChildRefused } from '#domain/family/family-signers.ts';
import { blockSignersOf } from '#domain/consents/form-signers.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { PinOptions } from '#domain/consents/pinned-record.ts';
import { pinnedFormOf } from '#domain/meanings/pinned-form.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { recipientsOf, type PlannedRecipient } from '#domain/consents/recipients.ts';
import { withoutParentEmail } from '#domain/patients/restricted.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { fullName, type FullUser } from '#server/data/accounts/users.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { presentPatient, type PatientRow } from '#server/data/patients/patients.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';

/** A version with its patient, on the plain date on which ages are worked out. */
type FormOfPatient = {
  readonly consent: Pick<ConsentRow, 'content' | 'form_type' | 'old_procedures'>;
  readonly patient: PatientRow;
  readonly today: string;
};

/** The signers of a version: by block of the template, and in their order. */
export function signersOf(
  { consent, patient, today }: FormOfPatient,
  { clinician, nodes }: { clinician: FullUser; nodes: readonly TemplateNode[] },
) {
  const { content, form_type: formType } = consent;
  const name = spokenName({ firstName: patient.first_name, lastName: patient.last_name });
  const signers = blockSignersOf({
    formType,
    age: ageOn(patient.date_of_birth, today),
    ability: abilityOf(content.capacity),
    patient: { name, email: presentPatient(patient).emailAddress },
    clinician: { name: fullName(clinician), email: clinician.email },
    family: patient.restricted ? { ...content, parents: withoutParentEmail(content.parents) } : content,
    capacity: content.capacity,
  });
  const recipients = recipientsOf({ nodes, signers, interpreting: content });
  return { signers, recipients, childSaidNo: hasChildRefused(content, { formType }) };
}

/** The record of a version: all that a signer of it is shown. */
export function recordOf(
  { consent, patient, today }: FormOfPatient,
  {
    template,
    procedures,
    recipients,
    translation,
    hasNoDetails = false,
    ...builds
  }: PinOptions &
    Pick<ShownContent, 'template'> & {
      procedures: readonly ConsentProcedure[];
      recipients: readonly PlannedRecipient[];
      translation: PinnedTranslation | null;
      /** pinned on a tablet of a build before, which knew of no details of choices */
      hasNoDetails?: boolean;
      /** false: pinned on a tablet of a build before, which knew of no meanings */
      hasMeanings?: boolean;
    },
): ShownContent {
  const { content } = consent;
  const input = {
    formType: consent.form_type,
    template,
    procedures,
    oldProcedures: consent.old_procedures,
    answers: answersOf(content),
    interpreting: {
      interpreter: content.interpreter,
      interpreterNeeded: content.interpreterNeeded,
      interpreterNoneReason: content.interpreterNoneReason,
    },
    family: familyOnForm(content, { formType: consent.form_type, age: ageOn(patient.date_of_birth, today) }),
    capacity: content.capacity,
    patient: shownPatientOf(presentPatient(patient)),
    recipients,
    translation,
    choiceDetails: hasNoDetails ? undefined : content.choiceDetails,
  };
  return pinnedFormOf(input, builds);
}

/** The answers as they are shown and digested. */
export function answersOf({ mattersToMe, additionalChoices, refusals }: DraftRowContent): ShownContent['answers'] {
  return { mattersToMe, additionalChoices, refusals };
}
