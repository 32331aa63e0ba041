import { isRule } from '#domain/templates/template-words.ts';
import type { TemplateBlock, TemplateLink, TemplateNode, TextRun } from '#domain/templates/template.ts';
import { isSignBlock, type EditorBlock } from './editor-nodes.ts';

type Inline = TextRun | TemplateLink;
type EditorNode = EditorBlock | TemplateLink | TextRun;

/** The blocks of the editor as the nodes of a template: nothing else that a node may carry, and no block without words. */
export function fromEditor(blocks: readonly EditorNode[]): TemplateNode[] {
  return blocks.flatMap(nodeOf);
}

function nodeOf(block: EditorNode): TemplateNode[] {
  if ('text' in block) return inlinesOf([block]);
  if (block.type === 'link') return inlinesOf([block]);
  if (isSignBlock(block)) return [{ type: block.type, children: [{ text: '' }] }];
  switch (block.type) {
    case 'rule':
      return [{ type: 'border', children: [] }];
    case 'item-text':
      return inlinesOf(block.children);
    case 'list-item':
      return itemOf(block.children);
    case 'paragraph':
    case 'heading-one':
    case 'heading-two': {
      const children = inlinesOf(block.children);
      return children.length === 0 ? [] : [{ type: block.type, children }];
    }
    case 'border':
      return frameOf(fromEditor(block.children));
    case 'bulleted-list':
    case 'numbered-list': {
      const children = fromEditor(block.children);
      return children.length === 0 ? [] : [{ type: block.type, children }];
    }
  }
}

/** A frame; places for signatures stand outside of one without words, which is drawn as a rule. */
function frameOf(children: TemplateNode[]): TemplateNode[] {
  const frame: TemplateBlock = { type: 'border', children };
  if (children.length === 0) return [];
  return isRule(frame) ? [{ type: 'border', children: [] }, ...children.filter((each) => !isBorder(each))] : [frame];
}

function isBorder(node: TemplateNode): boolean {
  return 'type' in node && node.type === 'border';
}

/** An item; texts that follow each other stand on lines of their own. */
function itemOf(blocks: readonly EditorBlock[]): TemplateNode[] {
  const children = blocks.reduce<TemplateNode[]>((before, block) => {
    const nodes = nodeOf(block);
    const isApart = isInline(before.at(-1)) && isInline(nodes[0]);
    return [...before, ...(isApart ? [{ text: '\n' }] : []), ...nodes];
  }, []);
  return children.length === 0 ? [] : [{ type: 'list-item', children: merged(children) }];
}

function isInline(node: TemplateNode | undefined): boolean {
  return node !== undefined && ('text' in node || node.type === 'link');
}

/** The words without empty ones, which the editor puts around links. */
function inlinesOf(nodes: readonly Inline[]): Inline[] {
  return merged(
    nodes.flatMap((node): Inline[] => {
      if ('text' in node) return node.text === '' ? [] : [wordsOf(node)];
      const children = merged(node.children.filter(({ text }) => text !== '').map(wordsOf));
      return children.length === 0 ? [] : [{ type: 'link', url: node.url, children }];
    }),
  );
}

/** Texts of equal marks beside each other as one, and links to one address as one. */
function merged<N extends TemplateNode>(nodes: readonly N[]): N[] {
  const found: N[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    const both = last === undefined ? undefined : joined(last, node);
    if (both === undefined) found.push(node);
    else found[found.length - 1] = both;
  }
  return found;
}

function joined<N extends TemplateNode>(one: N, other: N): N | undefined {
  if ('text' in one && 'text' in other)
    return isEquallyMarked(one, other) ? { ...one, text: `${one.text}${other.text}` } : undefined;
  if ('url' in one && 'url' in other && one.url === other.url)
    return { ...one, children: merged([...one.children, ...other.children]) };
  return undefined;
}

function isEquallyMarked(one: TextRun, other: TextRun): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.underline === other.underline;
}

/** A text with its marks alone. */
function wordsOf({ text, bold, italic, underline }: TextRun): TextRun {
  return {
    text,
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(underline === true && { underline }),
  };
}
