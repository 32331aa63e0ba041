import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { AdditionalChoice, ConsentProcedure, Interpreter, Interpreting } from './consent.ts';
import type { Family } from '#domain/family/family.ts';
import type { PlannedRecipient } from './recipients.ts';
import { shownPatientOf, type ShownPatient } from '#domain/patients/shown-patient.ts';
import type { PinnedTranslation } from './pinned-translation.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';

/** The fields that a pinned record has in both of its shapes. */
export type ShownFields = {
  formType: FormType;
  template: { templateID: string; templateVersion: number; nodes: readonly TemplateNode[] };
  procedures: readonly ConsentProcedure[];
  answers: { mattersToMe: string; additionalChoices: readonly AdditionalChoice[]; refusals: readonly string[] };
  interpreting: Interpreting;
  patient: ShownPatient;
  recipients: readonly Pick<PlannedRecipient, 'role' | 'name' | 'order'>[];
};

/** A record with parts that version 1 lacks: children, best interests, interpreters, the content of an earlier form. */
export type FullShownContent = Omit<ShownFields, 'recipients'> & {
  /** 3: version 2 with a translation, which no build before 3 shows by halves; 4: with all that later parts need, null where there is none */
  shownVersion: 2 | 3 | 4;
  oldProcedures: readonly ConsentProcedure[];
  /** null on a form without a family part */
  family: Family | null;
  /** null on a form without an assessment of capacity */
  capacity: Capacity | null;
  recipients: readonly Pick<PlannedRecipient, 'role' | 'name' | 'order' | 'required'>[];
  /** the sentence that each signer signs under */
  statements: readonly { order: number; role: SignerRole; text: string }[];
  /** from version 3 on; null in a later one without it; without texts and template where meanings alone are in another language */
  translation?: PinnedTranslation | null;
  /** of version 4 */
  choiceDetails?: readonly ChoiceDetail[] | null;
  /** of version 4: of what is signed, in the language of the translation */
  meanings?: readonly TranslatedText[] | null;
};

/** Everything that a signer was shown of one version; the same for all signers, whatever their state. */
export type ShownContent = (ShownFields & { shownVersion?: undefined }) | FullShownContent;

/** A record in a shape that this build does not know: it is never read as an older one. */
export class UnknownShownVersion extends Error {
  override name = 'UnknownShownVersion';
}

/** Whether this build knows the shape of a record: one of a later build is shown and signed by nobody. */
export function isOfKnownShape({ shownVersion }: { readonly shownVersion?: number | undefined }): boolean {
  return shownVersion === undefined || (shownVersion > 1 && shownVersion < 5);
}

/** Whether a record has the parts beyond the first shape; false for one of a later build. */
export function isFullShown<S extends { readonly shownVersion?: number | undefined }>(shown: S): shown is S & FullShownContent {
  return shown.shownVersion !== undefined && isOfKnownShape(shown);
}

/**
 * The digest of a pinned record: 64 hex, SHA-256 of the canonical JSON. Server and device must compute the same.
 *
 * @throws UnknownShownVersion for a record of a later build
 */
export async function contentDigest(shown: ShownContent, sha256: Sha256): Promise<string> {
  // Versions from 2 on are pinned with their members picked by name, and digested as they stand.
  if (isFullShown(shown)) return sha256(canonical(shown));
  if (!isOfKnownShape(shown)) throw new UnknownShownVersion('The form is of a later build');
  return sha256(canonical(shownOnly(shown)));
}

// Picks by name: a wider object cannot change the digest by accident.
function shownOnly({ formType, template, procedures, answers, interpreting, patient, recipients }: ShownFields): ShownFields {
  return {
    formType,
    template: { templateID: template.templateID, templateVersion: template.templateVersion, nodes: template.nodes },
    procedures,
    answers: { mattersToMe: answers.mattersToMe, additionalChoices: answers.additionalChoices, refusals: answers.refusals },
    interpreting: {
      interpreter: interpreting.interpreter === null ? null : partyInFirstShape(interpreting.interpreter),
      interpreterNeeded: interpreting.interpreterNeeded,
      interpreterNoneReason: interpreting.interpreterNoneReason,
    },
    patient: shownPatientOf(patient),
    recipients: recipients.map(({ role, name, order }) => ({ role, name, order })),
  };
}

// The members of version 1; those that came later are in version 2 alone.
function partyInFirstShape({ adult: _a, for: _f, signing: _s, ...party }: Interpreter): Interpreter {
  return party;
}
