import type { TemplateNode } from '#domain/templates/template.ts';
import { Editor, Node, Range, Transforms } from 'slate';
import { lowestText } from './edits.ts';
import { isTextBlock, type EditorBlock } from './editor-nodes.ts';
import { toEditor } from './to-editor.ts';

/**
 * Puts nodes where the cursor is, in the place of what is selected. A single paragraph goes on in the line; more are blocks of their own
 * after the block with the cursor.
 */
export function insertPasted(editor: Editor, nodes: readonly TemplateNode[]): void {
  if (nodes.length === 0) return;
  const blocks = toEditor(nodes);
  const [only] = blocks;
  Editor.withoutNormalizing(editor, () => {
    if (editor.selection === null) Transforms.select(editor, Editor.end(editor, []));
    if (editor.selection !== null && Range.isExpanded(editor.selection)) Transforms.delete(editor);
    if (blocks.length === 1 && only !== undefined && isTextBlock(only) && lowestText(editor) !== undefined)
      Transforms.insertNodes(editor, only.children, { select: true });
    else insertBlocks(editor, blocks);
  });
}

/** Puts blocks after the outermost block with the cursor, or in the place of an empty paragraph. */
export function insertBlocks(editor: Editor, blocks: EditorBlock[]): void {
  const at = editor.selection?.anchor.path[0] ?? editor.children.length - 1;
  const block = editor.children[at];
  const isEmpty = block !== undefined && isTextBlock(block) && Node.string(block) === '';
  Editor.withoutNormalizing(editor, () => {
    Transforms.insertNodes(editor, blocks, { at: [at + 1], select: true });
    if (isEmpty) Transforms.removeNodes(editor, { at: [at] });
  });
}
