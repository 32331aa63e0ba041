import type { AdditionalChoice, ConsentProcedure, Interpreting } from './consent.ts';
import * as v from 'valibot';
import { isFullShown, type FullShownContent, type ShownContent, type ShownFields } from './digest.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';

/** One sent version with its patient and recipients, in the shapes of the wire; wider objects may be passed. */
export type Sent = {
  consent: Interpreting & {
    formType: FormType;
    templateID: string | null;
    templateVersion: number | null;
    content: readonly TemplateNode[];
    procedures: readonly ConsentProcedure[];
    mattersToMe: string;
    additionalChoices: readonly AdditionalChoice[];
    refusals: readonly string[];
  };
  patient: ShownFields['patient'];
  recipients: readonly { role: SignerRole; recipient_name: string; signing_order: number }[];
};

/**
 * The content of a sent version of the first shape that a signer is shown, for {@link contentDigest}: page and server share this
 * function, so that their digests agree. The recipients are in their signing order, whatever order they were read in.
 *
 * @throws TypeError when no template is pinned: such a version was never sent
 */
export function shownOf({ consent, patient, recipients }: Sent): ShownFields {
  const { templateID, templateVersion } = consent;
  if (templateID === null || templateVersion === null) throw new TypeError('A version without a template was never shown');
  return {
    formType: consent.formType,
    template: { templateID, templateVersion, nodes: consent.content },
    procedures: consent.procedures,
    answers: {
      mattersToMe: consent.mattersToMe,
      additionalChoices: consent.additionalChoices,
      refusals: consent.refusals,
    },
    interpreting: {
      interpreter: consent.interpreter,
      interpreterNeeded: consent.interpreterNeeded,
      interpreterNoneReason: consent.interpreterNoneReason,
    },
    patient,
    recipients: recipients
      .toSorted((a, b) => a.signing_order - b.signing_order)
      .map(({ role, recipient_name, signing_order }) => ({ role, name: recipient_name, order: signing_order })),
  };
}

/** A pinned record of a later shape than the first, as it goes over the wire: verbatim, as every default would change its digest. */
export const ShownRecord = v.looseObject({ shownVersion: v.number() });
export type ShownRecord = v.InferOutput<typeof ShownRecord>;

/** The record that signers are shown: the pinned one, or for the first shape the one that its parts make. */
export function shownRecordOf(sent: Sent & { readonly shown?: ShownRecord | null | undefined }): ShownContent {
  // A record of an unknown version is refused where it is digested.
  return sent.shown == null ? shownOf(sent) : (sent.shown as ShownContent);
}

/** The parts of a record beyond the first shape; null for a form of the first. */
export function fullShownOf(shown: ShownRecord | null | undefined): FullShownContent | null {
  return shown != null && isFullShown(shown) ? shown : null;
}

/** The record after answers, with nothing else changed: the server pins it anew in the same way. */
export function shownWithAnswers<S extends ShownRecord | null | undefined>(
  shown: S,
  { mattersToMe, additionalChoices, refusals }: ShownFields['answers'],
): S {
  return shown == null ? shown : { ...shown, answers: { mattersToMe, additionalChoices, refusals } };
}
