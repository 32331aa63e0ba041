import type { TemplateLink, TextRun } from '#domain/templates/template.ts';
import { Editor, Element, Node, Range, Transforms, type NodeEntry } from 'slate';
import { isList, isTextBlock, type ListBlock, type TextBlock } from './editor-nodes.ts';

export type TextMark = Exclude<keyof TextRun, 'text'>;

/** The block of text with the cursor; undefined on a place for signatures, or without a cursor. */
export function lowestText(editor: Editor): NodeEntry<TextBlock> | undefined {
  if (editor.selection === null) return undefined;
  const [entry] = Editor.nodes(editor, { match: (each): each is TextBlock => isTextBlock(each), mode: 'lowest' });
  return entry;
}

/**
 * Moves the cursor before the first letter of the text or behind its last one: the browser finds no text in the places to sign, and
 * stays where it is, or goes to the other end.
 *
 * @param isExtending - selects the text up to there
 * @returns false for a text without a block to write in
 */
export function moveToEdge(editor: Editor, edge: 'start' | 'end', isExtending: boolean): boolean {
  const [entry] = Editor.nodes(editor, { at: [], match: isTextBlock, mode: 'lowest', reverse: edge === 'end' });
  if (entry === undefined) return false;
  const point = Editor.point(editor, entry[1], { edge });
  editor.select({ anchor: isExtending ? (editor.selection?.anchor ?? point) : point, focus: point });
  return true;
}

/** Whether the words at the cursor, or the next ones there, have a mark. */
export function isMarked(editor: Editor, mark: TextMark): boolean {
  return editor.selection !== null && Editor.marks(editor)?.[mark] === true;
}

export function toggleMark(editor: Editor, mark: TextMark): void {
  if (isMarked(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

/** The list around the cursor; null outside of lists. */
export function listAt(editor: Editor): ListBlock['type'] | null {
  if (editor.selection === null) return null;
  const [entry] = Editor.nodes(editor, { match: (each): each is ListBlock => isList(each), mode: 'lowest' });
  return entry?.[0].type ?? null;
}

/** The kind of text at the cursor; null where there is none, and in lists. */
export function textTypeAt(editor: Editor): Exclude<TextBlock['type'], 'item-text'> | null {
  const type = lowestText(editor)?.[0].type;
  return type === undefined || type === 'item-text' ? null : type;
}

/** Makes the selected text paragraphs or headings, outside of lists. */
export function setText(editor: Editor, type: Exclude<TextBlock['type'], 'item-text'>): void {
  Editor.withoutNormalizing(editor, () => {
    leaveLists(editor);
    Transforms.setNodes(editor, { type }, { match: isTextBlock });
  });
}

/** Makes the selected text a list of this kind; a list of this kind, or any list for `null`, becomes paragraphs. */
export function toggleList(editor: Editor, type: ListBlock['type'] | null): void {
  const before = listAt(editor);
  Editor.withoutNormalizing(editor, () => {
    if (type === null || before === type) leaveLists(editor);
    else if (before !== null) Transforms.setNodes(editor, { type }, { match: isList, mode: 'lowest' });
    else enterList(editor, type);
  });
}

function leaveLists(editor: Editor): void {
  if (listAt(editor) === null) return;
  Transforms.unwrapNodes(editor, { match: isList, mode: 'lowest', split: true });
  Transforms.unwrapNodes(editor, { match: isItem, mode: 'lowest', split: true });
  Transforms.setNodes(editor, { type: 'paragraph' }, { match: isTextBlock });
}

function enterList(editor: Editor, type: ListBlock['type']): void {
  const refs = Array.from(Editor.nodes(editor, { match: isTextBlock, mode: 'lowest' }), ([, path]) =>
    Editor.pathRef(editor, path),
  );
  for (const ref of refs) {
    const at = ref.unref();
    if (at === null) continue;
    Transforms.setNodes(editor, { type: 'item-text' }, { at });
    Transforms.wrapNodes(editor, { type: 'list-item', children: [] }, { at });
  }
  Transforms.wrapNodes(editor, { type, children: [] }, { match: isItem, mode: 'lowest' });
}

function isItem(node: Node): boolean {
  return Element.isElement(node) && node.type === 'list-item';
}

/** The link at the cursor. */
export function linkAt(editor: Editor): TemplateLink | undefined {
  if (editor.selection === null) return undefined;
  const [entry] = Editor.nodes(editor, { match: isLink });
  return entry?.[0];
}

/** Gives the selected words an address, or takes it from them for `null`; without selected words the address itself is written. */
export function setLink(editor: Editor, url: string | null): void {
  const { selection } = editor;
  if (selection === null) return;
  const present = linkAt(editor);
  if (present !== undefined && url !== null && Range.isCollapsed(selection)) {
    Transforms.setNodes(editor, { url }, { match: isLink });
    return;
  }
  Transforms.unwrapNodes(editor, { match: isLink, split: Range.isExpanded(selection) });
  if (url === null || lowestText(editor) === undefined) return;
  if (Range.isCollapsed(selection))
    Transforms.insertNodes(editor, { type: 'link', url, children: [{ text: url }] }, { select: true });
  else Transforms.wrapNodes(editor, { type: 'link', url, children: [] }, { split: true });
  Transforms.collapse(editor, { edge: 'end' });
}

function isLink(node: Node): node is TemplateLink {
  return Element.isElement(node) && node.type === 'link';
}
