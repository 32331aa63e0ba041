import { ageOn } from '#domain/values/plain-date.ts';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { ROLE_RULES, SIGNER_ROLES, type SignatureBlockType, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { PdfDocument, PdfLetterhead } from '#server/outside/pdf/blocks.ts';
import { previewDocument } from '#server/work/documents/content/preview-document.ts';

type TemplatePreview = {
  readonly letterhead: PdfLetterhead;
  readonly formType: FormType;
  readonly nodes: readonly TemplateNode[];
  /** plain date in the hospital */
  readonly today: string;
  /** epoch ms */
  readonly madeAt: number;
};

/** Nobody: no register has a person of this name. */
const EXAMPLE = {
  firstName: 'Patient',
  lastName: 'Example',
  dateOfBirth: '1970-01-01',
  nhsNumber: null,
  hospitalNumber: null,
};

/** The page of a template's text with an example patient, and an empty place for each signer in their order. */
export function templatePreview({ letterhead, formType, nodes, today, madeAt }: TemplatePreview): PdfDocument {
  const roles = [...new Set(signatureBlocksOf(nodes))].flatMap((block) => signerOf(block, formType));
  return previewDocument({
    letterhead,
    patient: EXAMPLE,
    age: ageOn(EXAMPLE.dateOfBirth, today),
    recordNumber: 'Example',
    nodes,
    recipients: roles.map((role) => ({ role, recipient_name: 'Example' })),
    madeAt,
  });
}

/** The first signer of each place. On Form 4 the patient signs nowhere. */
function signerOf(block: SignatureBlockType, formType: FormType): SignerRole[] {
  if (block !== 'consent-patient') return SIGNER_ROLES.filter((role) => ROLE_RULES[role].block === block).slice(0, 1);
  const { impliedSigner } = FORMS[formType];
  return ROLE_RULES[impliedSigner].block === block ? [impliedSigner] : [];
}
