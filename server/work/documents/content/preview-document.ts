import type { PreviewRecipient } from '#contract/shapes/preview-actions.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import type { ShownPatient } from '#domain/patients/shown-patient.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { ROLE_RULES, type SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { PdfDocument, PdfLetterhead, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { whoIs } from './document.ts';
import { paragraph } from './document-parts.ts';
import { textWithSignatures, underSignaturesTitle } from './signatures-in-text.ts';

/** All that a preview says. */
export type PreviewSource = {
  readonly letterhead: PdfLetterhead;
  readonly patient: ShownPatient;
  readonly age: number;
  readonly recordNumber: string;
  readonly nodes: readonly TemplateNode[];
  readonly recipients: readonly PreviewRecipient[];
  /** epoch ms */
  readonly madeAt: number;
  /** the language of the patient, and their name in Latin letters; absent for an example */
  readonly writing?: Pick<PdfDocument, 'patientLanguage' | 'latinNames'>;
};

/** A preview of a text, with its state on each page. It is of no version: nothing in it can be checked. */
export function previewDocument({
  letterhead,
  patient,
  age,
  recordNumber,
  nodes,
  madeAt,
  ...source
}: PreviewSource): PdfDocument {
  const signers = source.recipients.map((each, at) => ({
    role: each.role,
    name: each.recipient_name,
    signing_order: each.signing_order ?? at + 1,
  }));
  const placed = signers.filter(hasRole).map((each) => ({ ...each, attests: null }));
  const text = textWithSignatures(nodes, placed, {
    boxesOf: (each) => [emptyBox(each)],
    unable: [],
    named: [],
    without: (block) => (placed.some(({ role }) => ROLE_RULES[role].block === block) ? [] : [paragraph(BLOCK_WORDS[block])]),
  });
  return {
    title: 'Preview',
    subject: 'Preview',
    language: 'en-GB',
    createdAt: madeAt,
    ...source.writing,
    letterhead,
    state: { words: 'Preview', tone: 'warn' },
    footer: { state: 'A preview. It is not a consent form.' },
    watermark: 'PREVIEW',
    blocks: [
      { ...whoIs(patient, { age, recordNumber }), procedures: [] },
      ...text,
      ...underSignaturesTitle(signers.filter((each) => !hasRole(each)).map(emptyBox)),
    ],
  };
}

const BLOCK_WORDS: Record<SignatureBlockType, string> = {
  'consent-patient': 'The patient’s side signs here.',
  'consent-clinic': 'The clinical team signs here.',
  'consent-interpreter': 'The interpreter signs here.',
};

type Signer = { role: PreviewRecipient['role']; name: string; signing_order: number };

function hasRole(signer: Signer): signer is Signer & { role: NonNullable<Signer['role']> } {
  return signer.role !== undefined;
}

function emptyBox({ role, name, signing_order: order }: Signer): SignatureBlock {
  return {
    kind: 'signature',
    label: placeholder(order, 1),
    role: role === undefined ? 'Signer' : ROLE_WORDS[role],
    name,
    statement: '',
    mark: { kind: 'empty', words: 'Not signed' },
  };
}
