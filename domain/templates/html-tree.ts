import type { BlockType, TemplateBlock, TemplateLink, TemplateNode, TextRun } from './template.ts';
import { isInline } from './html-line.ts';
import { DEEPEST_HOLDER } from './template-nodes.ts';

/** A node that others are put into. `level` is that of its children in the template, from 1. */
export type Holder = {
  readonly kind: 'root' | 'border' | 'list' | 'item';
  readonly children: TemplateNode[];
  readonly level: number;
  readonly parent: Holder | undefined;
};

export function rootHolder(): Holder {
  return { kind: 'root', children: [], level: 1, parent: undefined };
}

/** A list at the end of `holder`; undefined where a template goes no deeper, and its items are those of the list around it. */
export function openList(holder: Holder, type: BlockType): Holder | undefined {
  return openIn(holder, type, 'list');
}

/** A border at the end of `holder`; undefined where a template goes no deeper. */
export function openBorder(holder: Holder): Holder | undefined {
  return openIn(holder, 'border', 'border');
}

/** A new item of the list in which `holder` is; undefined outside of lists. */
export function openItem(holder: Holder): Holder | undefined {
  const list = holder.kind === 'item' ? holder.parent : holder;
  if (list?.kind !== 'list') return undefined;
  const item: TemplateBlock = { type: 'list-item', children: [] };
  list.children.push(item);
  return itemHolder(list, item.children);
}

/** Puts a node without text at the end of `holder`. */
export function putBlock(holder: Holder, type: BlockType): void {
  endOf(holder).children.push({ type, children: [] });
}

/** Puts a line at the end of `holder`: in an item as it is, elsewhere in a node of the type `leaf`. */
export function putLine(holder: Holder, leaf: BlockType, line: readonly (TextRun | TemplateLink)[]): void {
  if (line.length === 0) return;
  const { kind, children } = endOf(holder);
  if (kind !== 'item') children.push({ type: leaf, children: [...line] });
  else children.push(...(isInline(children.at(-1)) ? [{ text: '\n' }] : []), ...line);
}

/** The nodes without empty lists and items. The levels are few, whatever came in. */
export function withoutEmpty(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    if (!('type' in node) || node.type === 'link') return [node];
    const children = withoutEmpty(node.children);
    const isNothing = children.length === 0 && (node.type === 'list-item' || node.type.endsWith('-list'));
    return isNothing ? [] : [{ type: node.type, children }];
  });
}

function openIn(holder: Holder, type: BlockType, kind: 'list' | 'border'): Holder | undefined {
  const parent = endOf(holder);
  if (parent.level > DEEPEST_HOLDER) return undefined;
  const children: TemplateNode[] = [];
  parent.children.push({ type, children });
  return { kind, children, level: parent.level + 1, parent };
}

/** The end of the text: in a list its last item, also when that was opened after `holder`. */
function endOf(holder: Holder): Holder {
  const list = holder.kind === 'item' ? holder.parent : holder;
  if (list?.kind !== 'list') return holder;
  const last = list.children.at(-1);
  if (last !== undefined && 'type' in last && last.type === 'list-item') return itemHolder(list, last.children);
  return openItem(list) ?? holder;
}

function itemHolder(list: Holder, children: TemplateNode[]): Holder {
  return { kind: 'item', children, level: list.level + 1, parent: list };
}
