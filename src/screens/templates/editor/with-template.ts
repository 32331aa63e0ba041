import { htmlOfNodes } from '#domain/templates/template-html.ts';
import { withoutSignatureBlocks } from '#domain/templates/template-texts.ts';
import { Editor, Element, Node, Path, Range, Transforms, type NodeEntry } from 'slate';
import { lowestText, toggleList } from './edits.ts';
import { isList, isSignBlock, isTextBlock } from './editor-nodes.ts';
import { fromEditor } from './from-editor.ts';
import { insertPasted } from './insert-pasted.ts';
import { nodesOfTransfer } from './pasted-nodes.ts';
import { emptyParagraph } from './to-editor.ts';

type Rules = {
  /** called with a sentence when nothing was pasted */
  readonly refuse: (sentence: string | null) => void;
  /** whether the text may have places to sign */
  readonly hasSignatureBlocks: boolean;
};

/** Restricts an editor to the nodes of a template, or of a text without places to sign. */
export function withTemplate(editor: Editor, { refuse, hasSignatureBlocks }: Rules): Editor {
  const { normalizeNode, isInline, isVoid, deleteBackward } = editor;
  editor.isInline = (element) => element.type === 'link' || isInline(element);
  editor.isVoid = (element) => element.type === 'rule' || isSignBlock(element) || isVoid(element);
  editor.normalizeNode = (entry, options) => {
    if (!mend(editor, entry)) normalizeNode(entry, options);
  };
  editor.insertBreak = () => insertBreak(editor);
  editor.insertSoftBreak = () => editor.insertText('\n');
  editor.deleteBackward = (unit) => {
    if (!leaveAtStart(editor)) deleteBackward(unit);
  };
  // Pasted content is read as HTML or text, also from this editor: its own format would accept any node from a hostile page.
  editor.insertData = (data) => {
    const pasted = nodesOfTransfer(data);
    refuse('refusal' in pasted ? `Nothing was pasted. ${pasted.refusal}` : null);
    if ('nodes' in pasted) insertPasted(editor, hasSignatureBlocks ? pasted.nodes : withoutSignatureBlocks(pasted.nodes));
  };
  editor.setFragmentData = (data) => {
    const nodes = fromEditor(editor.getFragment());
    data.setData('text/html', htmlOfNodes(nodes));
    data.setData('text/plain', editor.selection === null ? '' : Editor.string(editor, editor.selection));
  };
  return editor;
}

/** Puts one node in order. @returns whether it was changed; its other rules follow then by themselves */
function mend(editor: Editor, [node, path]: NodeEntry): boolean {
  if (Editor.isEditor(node)) return mendEnd(editor);
  if (!Element.isElement(node)) return false;
  if (node.type === 'link') return mendLink(editor, [node, path]);
  if (isList(node)) return mendList(editor, [node, path]);
  if (node.type === 'list-item' || node.type === 'border') return mendHolder(editor, [node, path]);
  return isTextBlock(node) && mendText(editor, [node, path]);
}

/** After a place for signatures, a rule, a list or a frame at the end there is a paragraph to write in. */
function mendEnd(editor: Editor): boolean {
  const last = editor.children.at(-1);
  if (last !== undefined && isTextBlock(last)) return false;
  Transforms.insertNodes(editor, emptyParagraph(), { at: [editor.children.length] });
  return true;
}

function mendLink(editor: Editor, [node, path]: NodeEntry): boolean {
  if (Node.string(node) !== '') return false;
  Transforms.removeNodes(editor, { at: path });
  return true;
}

function mendList(editor: Editor, [node, path]: NodeEntry<Element>): boolean {
  const children = Array.from(Node.children(node, []));
  const wrong = children.find(([child]) => !Element.isElement(child) || child.type !== 'list-item');
  if (wrong === undefined) return false;
  const [child, at] = wrong;
  const childPath = [...path, ...at];
  if (Element.isElement(child) && !editor.isInline(child))
    Transforms.wrapNodes(editor, { type: 'list-item', children: [] }, { at: childPath });
  else Transforms.removeNodes(editor, { at: children.length === 1 ? path : childPath });
  return true;
}

/** An item and a frame hold blocks; an item stands in a list, and a frame in no item. */
function mendHolder(editor: Editor, [node, path]: NodeEntry): boolean {
  const isItem = Element.isElement(node) && node.type === 'list-item';
  const parent = Node.parent(editor, path);
  const isInItem = Element.isElement(parent) && parent.type === 'list-item';
  if (isItem ? !isList(parent) : isInItem) {
    Transforms.unwrapNodes(editor, { at: path });
    return true;
  }
  for (const [child, at] of Node.children(editor, path)) {
    if (Element.isElement(child) && !editor.isInline(child)) continue;
    Transforms.wrapNodes(editor, { type: isItem ? 'item-text' : 'paragraph', children: [] }, { at });
    return true;
  }
  return false;
}

function mendText(editor: Editor, [node, path]: NodeEntry): boolean {
  const parent = Node.parent(editor, path);
  const isInItem = Element.isElement(parent) && parent.type === 'list-item';
  const isItemText = Element.isElement(node) && node.type === 'item-text';
  if (isInItem === isItemText) return false;
  Transforms.setNodes(editor, { type: isInItem ? 'item-text' : 'paragraph' }, { at: path });
  return true;
}

function insertBreak(editor: Editor): void {
  const { selection } = editor;
  if (selection === null) return;
  const [piece] = Editor.nodes(editor, { match: (each) => Element.isElement(each) && editor.isVoid(each) });
  if (piece !== undefined) {
    Transforms.insertNodes(editor, emptyParagraph(), { at: Path.next(piece[1]), select: true });
    return;
  }
  const entry = lowestText(editor);
  if (entry === undefined) return;
  const [block, path] = entry;
  if (block.type === 'item-text') {
    if (Node.string(block) === '') toggleList(editor, null);
    else Transforms.splitNodes(editor, { match: (each) => Element.isElement(each) && each.type === 'list-item', always: true });
    return;
  }
  const isAtEnd = Editor.isEnd(editor, Range.end(selection), path);
  Transforms.splitNodes(editor, { always: true });
  if (isAtEnd && block.type !== 'paragraph') Transforms.setNodes(editor, { type: 'paragraph' });
}

/** Backspace before the first letter makes a heading or an item a paragraph. @returns whether it did */
function leaveAtStart(editor: Editor): boolean {
  const { selection } = editor;
  const entry = lowestText(editor);
  if (selection === null || entry === undefined || !Range.isCollapsed(selection)) return false;
  const [block, path] = entry;
  if (block.type === 'paragraph' || !Editor.isStart(editor, selection.anchor, path)) return false;
  if (block.type === 'item-text') toggleList(editor, null);
  else Transforms.setNodes(editor, { type: 'paragraph' });
  return true;
}
