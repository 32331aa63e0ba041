import { URL_MOST } from '#domain/values/text-limits.ts';
import * as v from 'valibot';

/** Nodes that a template, or a node of it, holds [choice]. */
export const NODES_MOST = 500;

/** Characters of one run of text [choice]. */
const TEXT_RUN_MOST = 20_000;
/** Runs of text of one link [choice]. */
const LINK_RUNS_MOST = 50;

/** Node types of a template, exactly as in the specification (spec §3 Template). */
export const BLOCK_TYPES = [
  'paragraph',
  'heading-one',
  'heading-two',
  'list-item',
  'bulleted-list',
  'numbered-list',
  'border',
  'consent-patient',
  'consent-clinic',
  'consent-interpreter',
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** Marked text. */
export type TextRun = { text: string; bold?: boolean | undefined; italic?: boolean | undefined; underline?: boolean | undefined };
/** A link of the text; https only. */
export type TemplateLink = { type: 'link'; url: string; children: TextRun[] };
export type TemplateBlock = { type: BlockType; children: TemplateNode[] };
export type TemplateNode = TextRun | TemplateLink | TemplateBlock;

const TextRun = v.strictObject({
  text: v.pipe(v.string('The text must be text'), v.maxLength(TEXT_RUN_MOST, 'The text is too long. Please make it shorter.')),
  bold: v.optional(v.boolean()),
  italic: v.optional(v.boolean()),
  underline: v.optional(v.boolean()),
});
/** The address of a link; https only. */
export const LinkAddress = v.pipe(
  v.string(),
  v.maxLength(URL_MOST),
  v.regex(/^https:\/\/[^\s"'<>]+$/, 'A link must start with https://'),
);
const TemplateLink = v.strictObject({
  type: v.literal('link'),
  url: LinkAddress,
  children: v.pipe(v.array(TextRun), v.minLength(1), v.maxLength(LINK_RUNS_MOST)),
});
const TemplateBlock: v.GenericSchema<unknown, TemplateBlock> = v.strictObject({
  type: v.picklist(BLOCK_TYPES, 'The node type is not known'),
  children: v.pipe(v.array(v.lazy(() => TemplateNode)), v.maxLength(NODES_MOST, `A node holds at most ${NODES_MOST} others`)),
});

/** One node of a template, of the specification's types and no others. Nesting is limited by `TemplateNodes`. */
export const TemplateNode: v.GenericSchema<unknown, TemplateNode> = v.union(
  [TextRun, TemplateLink, TemplateBlock],
  'The node is not of a known type',
);

/** The blocks of a template in reading order, nested ones included. */
export function blocksOf(nodes: readonly TemplateNode[]): TemplateBlock[] {
  return nodes.flatMap((node) => ('type' in node && node.type !== 'link' ? [node, ...blocksOf(node.children)] : []));
}

/** The number of nodes at any depth. */
export function nodeCount(nodes: readonly TemplateNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + ('children' in node ? nodeCount(node.children) : 0), 0);
}
