import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { ROLE_RULES, type SignatureBlockType, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { heading } from './document-parts.ts';
import { templateBlocks } from './document-template.ts';

/** Somebody who signs, as far as their place on a form goes. */
type SignerOfText = { readonly role: SignerRole; readonly attests: number | null };

/** The boxes of a form's signers: one function for those who sign, and the boxes of those who sign nothing. */
export type SigningParts<Signer extends SignerOfText = RecipientRow> = {
  readonly boxesOf: (signer: Signer) => readonly PdfBlock[];
  readonly unable: readonly PdfBlock[];
  readonly named: readonly PdfBlock[];
  /** stands at a place where nobody signs */
  readonly without?: (block: SignatureBlockType) => readonly PdfBlock[];
};

/**
 * The form's own text with each signature at its place. Signers without a place in the text follow it, as do those whose place comes a
 * second time.
 */
export function textWithSignatures<Signer extends SignerOfText>(
  nodes: readonly TemplateNode[],
  signers: readonly Signer[],
  { boxesOf, unable, named, without = () => [] }: SigningParts<Signer>,
): PdfBlock[] {
  const waiting = new Set(signers.filter(({ attests }) => attests === null));
  const rest = { 'consent-patient': unable, 'consent-clinic': [], 'consent-interpreter': named };
  const takeAt = (block: SignatureBlockType): PdfBlock[] => {
    const here = [...waiting].filter(({ role }) => ROLE_RULES[role].block === block);
    for (const each of here) waiting.delete(each);
    const boxes = [...rest[block], ...here.flatMap(boxesOf)];
    rest[block] = [];
    return boxes;
  };
  const text = withTitle(
    templateBlocks(nodes, (block) => {
      const boxes = takeAt(block);
      return boxes.length === 0 ? [...without(block)] : underSignaturesTitle(boxes);
    }),
  );
  const left = [...[...waiting].flatMap(boxesOf), ...Object.values(rest).flat()];
  return joined([...text, ...underSignaturesTitle(left)]);
}

/** The form's own text without the places to sign. */
export function textAlone(nodes: readonly TemplateNode[]): PdfBlock[] {
  return withTitle(templateBlocks(nodes, () => []));
}

/** Boxes below their heading; nothing where there are none. */
export function underSignaturesTitle(boxes: readonly PdfBlock[]): PdfBlock[] {
  return boxes.length === 0 ? [] : [heading(SIGNED_TITLES.signatures), ...boxes];
}

/** Places that follow each other have one heading. */
function joined(blocks: readonly PdfBlock[]): PdfBlock[] {
  return blocks.flatMap((block, at): PdfBlock[] => {
    if (block.kind === 'frame') return [{ ...block, blocks: joined(block.blocks) }];
    const before = blocks[at - 1];
    return isTitle(block) && before !== undefined && (isBox(before) || isTitle(before)) ? [] : [block];
  });
}

/** The headings of a text whose own are all of the lower kind stand where the form's parts do; one that begins without a heading gets ours. */
function withTitle(blocks: readonly PdfBlock[]): PdfBlock[] {
  const own = blocks.filter((block) => !isTitle(block));
  const isLow = own.some(isHeading) && !own.some((block) => isHeading(block) && block.level === 2);
  const raised = isLow
    ? blocks.map((block) => (isHeading(block) && !isTitle(block) ? { ...block, level: 2 as const } : block))
    : blocks;
  const [first] = raised;
  const needsTitle = first !== undefined && !(isHeading(first) && first.level === 2);
  return needsTitle ? [heading(SIGNED_TITLES.text), ...raised] : [...raised];
}

function isHeading(block: PdfBlock | undefined): block is PdfBlock & { kind: 'heading' } {
  return block?.kind === 'heading';
}

function isTitle(block: PdfBlock): boolean {
  return isHeading(block) && block.text === SIGNED_TITLES.signatures;
}

function isBox(block: PdfBlock | undefined): boolean {
  return block?.kind === 'signature' || block?.kind === 'inkBox';
}
