import { detailedChoices, type DetailedChoice } from '#domain/consents/choice-details.ts';
import type { ParentsAround } from '#domain/family/parents-words.ts';
import { isParent, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { ChoiceRow, Fact, PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

export function heading(text: string, level: 2 | 3 = 2): PdfBlock {
  return { kind: 'heading', level, text };
}

export function paragraph(text: string): PdfBlock {
  return { kind: 'paragraph', spans: [{ text }] };
}

export function bullets(items: readonly (readonly Span[])[]): PdfBlock {
  return { kind: 'list', ordered: false, items };
}

/** Several texts in one cell, each on a line of its own. */
export function joinedLines(texts: readonly (readonly Span[])[]): Span[] {
  // A translation ends its line by itself.
  const isLine = (at: number) => at > 0 && texts[at - 1]?.at(-1)?.translates !== true;
  return texts.flatMap((spans, at) => (isLine(at) ? [{ text: '\n' }, ...spans] : [...spans]));
}

/** Labels with their texts; nothing where there are none. @param isWide - the labels are questions */
export function factBlocks(lines: readonly { label: string; text: string }[], isWide = false): PdfBlock[] {
  if (lines.length === 0) return [];
  return [{ kind: 'facts', wide: isWide, rows: lines.map(({ label, text }) => ({ term: label, value: [{ text }] })) }];
}

/** Facts of one value each; those without words are left out. */
export function factRows(rows: readonly (readonly [term: string, text: string])[]): Fact[] {
  return rows.flatMap(([term, text]) => (text === '' ? [] : [{ term, value: [{ text }] }]));
}

/** Whether parents get a document: what their child asked or added is told in none of those. */
export function isForParents(recipients: readonly Pick<RecipientRow, 'role'>[]): boolean {
  return recipients.some(({ role }) => isParent(role));
}

/** The signers and the events of a document's version, among which the words of its parents are. */
export function parentsOfSource({ recipients, events, consentId }: DocumentSource): ParentsAround {
  const signers = recipients.map(({ role, name, signing_order: order, state }) => ({ role, name, order, state }));
  return { signers, events, consentID: consentId };
}

/** The choices of a form, each with its own words. */
export function choicesOfSource({ pinned: { answers }, choiceDetails, laterAnswers }: DocumentSource): DetailedChoice[] {
  return detailedChoices({ additionalChoices: answers.additionalChoices, choiceDetails, laterAnswers });
}

/** The tone in which an answer is drawn. */
export function toneOf(answer: DetailedChoice['answer']): ChoiceRow['tone'] {
  if (answer === null) return 'quiet';
  return answer === 'REFUSE' ? 'stop' : 'plain';
}

/** How somebody who signs on a handed-over tablet was identified. @param at - when they confirmed the details; empty where they did not */
export function onHospitalsDevice(role: SignerRole, at: string): string {
  const whose = ROLE_RULES[role].isPatient ? 'name' : 'the patient’s name';
  return at === ''
    ? `On the hospital’s device, handed over by the clinician; ${whose} and date of birth not separately confirmed`
    : `On the hospital’s device; ${whose} and date of birth confirmed by the signer, ${at}`;
}

/** The signature of one signer. */
export function signatureOf(
  signatures: readonly SignatureRow[],
  { role, signing_order: order }: RecipientRow,
): SignatureRow | undefined {
  return signatures.find((each) => each.role === role && (each.signing_order ?? order) === order);
}

/** Headings with one text each as facts under one heading: a person's words stand beside whose they are. */
export function asFacts(title: string, blocks: readonly PdfBlock[]): PdfBlock[] {
  const rows: Fact[] = [];
  const others: PdfBlock[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const [block, next] = [blocks[at], blocks[at + 1]];
    if (block?.kind === 'heading' && next?.kind === 'paragraph') {
      rows.push({ term: block.text, value: next.spans });
      at += 1;
    } else if (block !== undefined) others.push(block);
  }
  return [...(rows.length === 0 ? [] : [heading(title), { kind: 'facts' as const, rows }]), ...others];
}
