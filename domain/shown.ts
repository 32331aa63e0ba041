import type { AdditionalChoice, ConsentProcedure, Interpreting } from './consent.ts';
import type { ShownContent } from './digest.ts';
import type { FormType, SignerRole } from './states.ts';
import type { TemplateNode } from './template.ts';

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
  patient: ShownContent['patient'];
  recipients: readonly { role: SignerRole; recipient_name: string; signing_order: number }[];
};

/**
 * The content of a sent version that a signer is shown, for {@link contentDigest}: page and server share this function, so that
 * their digests agree. The recipients are in their signing order, whatever order they were read in.
 *
 * @throws TypeError when no template is pinned: such a version was never sent
 */
export function shownOf({ consent, patient, recipients }: Sent): ShownContent {
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
