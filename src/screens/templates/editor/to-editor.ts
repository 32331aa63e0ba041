import { isRule, isSignatureBlock } from '#domain/templates/template-words.ts';
import type { TemplateBlock, TemplateLink, TemplateNode, TextRun } from '#domain/templates/template.ts';
import { DEEPEST_HOLDER } from '#domain/templates/template-nodes.ts';
import { isSignBlock, type EditorBlock, type ItemBlock, type ListBlock, type TextBlock } from './editor-nodes.ts';

type Inline = TextRun | TemplateLink;

/** The nodes of a template as the blocks of the editor; at least one, so that there is a place to write in. */
export function toEditor(nodes: readonly TemplateNode[]): EditorBlock[] {
  const blocks = blocksOf(nodes, { bare: 'paragraph', level: 1 });
  return blocks.length === 0 ? [emptyParagraph()] : blocks;
}

/** A paragraph without words. */
export function emptyParagraph(): TextBlock {
  return { type: 'paragraph', children: [{ text: '' }] };
}

/** Where nodes stand: the block of text that has no node around it there, and the level of these nodes in the template, from 1. */
type Context = { readonly bare: 'paragraph' | 'item-text'; readonly level: number };

function blocksOf(nodes: readonly TemplateNode[], context: Context, text: TextBlock['type'] = context.bare): EditorBlock[] {
  const blocks: EditorBlock[] = [];
  let run: Inline[] = [];
  const endRun = () => {
    if (run.some(hasWords)) blocks.push({ type: text, children: run });
    run = [];
  };
  for (const node of nodes) {
    if ('text' in node || node.type === 'link') run.push(copied(node));
    else {
      endRun();
      blocks.push(...blockOf(node, context));
    }
  }
  endRun();
  return blocks;
}

function blockOf(block: TemplateBlock, context: Context): EditorBlock[] {
  if (isSignatureBlock(block)) return [{ type: block.type, children: [{ text: '' }] }];
  const { type, children } = block;
  const isTooDeep = context.level > DEEPEST_HOLDER;
  switch (type) {
    case 'heading-one':
    case 'heading-two':
      return blocksOf(children, context, context.bare === 'item-text' ? 'item-text' : type);
    case 'bulleted-list':
    case 'numbered-list':
      return isTooDeep ? blocksOf(children, context) : listOf(type, itemsOf(children, context.level + 1));
    case 'border':
      if (isTooDeep || context.bare === 'item-text') return isRule(block) ? ruleOf(block, context) : blocksOf(children, context);
      return framed(blocksOf(children, { bare: 'paragraph', level: context.level + 1 })) ?? ruleOf(block, context);
    // An item outside of a list is text where it stands.
    case 'list-item':
    case 'paragraph':
      return blocksOf(children, context);
    default:
      return [];
  }
}

function listOf(type: ListBlock['type'], items: ItemBlock[]): EditorBlock[] {
  return items.length === 0 ? [] : [{ type, children: items }];
}

function itemsOf(nodes: readonly TemplateNode[], level: number): ItemBlock[] {
  return nodes.flatMap((node): ItemBlock[] => {
    const isItem = 'type' in node && node.type === 'list-item';
    const children = blocksOf(isItem ? node.children : [node], { bare: 'item-text', level: level + 1 });
    return children.length === 0 ? [] : [{ type: 'list-item', children }];
  });
}

/** A frame around blocks; undefined where it would frame no words, and is drawn as a rule. */
function framed(children: EditorBlock[]): EditorBlock[] | undefined {
  return children.every((each) => isSignBlock(each) || each.type === 'rule') ? undefined : [{ type: 'border', children }];
}

/** A rule, and the places for signatures that stood in the border without words. */
function ruleOf({ children }: TemplateBlock, context: Context): EditorBlock[] {
  return [{ type: 'rule', children: [{ text: '' }] }, ...blocksOf(children, context).filter(isSignBlock)];
}

function hasWords(node: Inline): boolean {
  return 'text' in node ? node.text !== '' : node.children.some(({ text }) => text !== '');
}

function copied(node: Inline): Inline {
  return 'text' in node ? { ...node } : { ...node, children: node.children.map((each) => ({ ...each })) };
}
