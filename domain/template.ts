import * as v from 'valibot';
import { FORM_TYPES } from './states.ts';
import { SingleLine, Uuid } from './text.ts';

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
export type Words = { text: string; bold?: boolean | undefined; italic?: boolean | undefined; underline?: boolean | undefined };
/** A link of the text; https only. */
export type TemplateLink = { type: 'link'; url: string; children: Words[] };
export type TemplateBlock = { type: BlockType; children: TemplateNode[] };
export type TemplateNode = Words | TemplateLink | TemplateBlock;

const Words = v.strictObject({
  text: v.pipe(v.string('The text must be text'), v.maxLength(20_000, 'The text is too long. Please make it shorter.')),
  bold: v.optional(v.boolean()),
  italic: v.optional(v.boolean()),
  underline: v.optional(v.boolean()),
});
/** The address of a link; https only. */
export const LinkAddress = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^https:\/\/[^\s"'<>]+$/, 'A link must start with https://'),
);
const TemplateLink = v.strictObject({
  type: v.literal('link'),
  url: LinkAddress,
  children: v.pipe(v.array(Words), v.minLength(1), v.maxLength(50)),
});
const TemplateBlock: v.GenericSchema<unknown, TemplateBlock> = v.strictObject({
  type: v.picklist(BLOCK_TYPES, 'The node type is not known'),
  children: v.pipe(v.array(v.lazy(() => TemplateNode)), v.maxLength(500, 'A node holds at most 500 others')),
});

/** One node of a template, of the specification's types and no others. Nesting is limited by {@link TemplateNodes}. */
export const TemplateNode: v.GenericSchema<unknown, TemplateNode> = v.union(
  [Words, TemplateLink, TemplateBlock],
  'The node is not of a known type',
);

const DEEPEST = 6;

/** The nodes of a template: known types only and at most six levels deep, so that no body can exhaust the reader. */
export const TemplateNodes = v.pipe(
  v.custom<unknown[]>(
    (value) => Array.isArray(value) && depthOf(value) <= DEEPEST,
    `The nodes must be a list of at most ${DEEPEST} levels`,
  ),
  v.array(TemplateNode),
  v.maxLength(500, 'A template holds at most 500 nodes'),
);

/** A template in the shape of the wire; editing makes a new version. */
export const Template = v.object({
  _id: Uuid,
  name: SingleLine({ label: 'Name', least: 1, most: 200 }),
  formType: v.picklist(FORM_TYPES),
  speciality: v.optional(v.nullable(v.string()), null),
  version: v.number(),
  /** number of saves; each one makes a version. Copies of earlier builds lack it, and the two fields after it */
  revision: v.optional(v.number()),
  changedAt: v.optional(v.nullable(v.string()), null),
  /** name of the person who made this version; null for one that the product came with */
  changedBy: v.optional(v.nullable(v.string()), null),
  data: v.array(TemplateNode),
});
export type Template = v.InferOutput<typeof Template>;

/** The blocks of a template in reading order, nested ones included. */
export function blocksOf(nodes: readonly TemplateNode[]): TemplateBlock[] {
  return nodes.flatMap((node) => ('type' in node && node.type !== 'link' ? [node, ...blocksOf(node.children)] : []));
}

function depthOf(value: readonly unknown[], level = 1): number {
  if (level > DEEPEST) return level;
  return value.reduce<number>((deepest, node) => {
    const children: unknown = typeof node === 'object' && node !== null && 'children' in node ? node.children : undefined;
    return Array.isArray(children) ? Math.max(deepest, depthOf(children, level + 1)) : deepest;
  }, level);
}
