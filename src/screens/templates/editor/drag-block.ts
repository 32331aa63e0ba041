import type { DragEvent } from 'react';
import { Editor, Element, type Path } from 'slate';
import { ReactEditor } from 'slate-react';
import { dropBlock } from './move-block.ts';

/** The kind of what is dragged by the handle of a piece: the key of its block. */
export const BLOCK_TRANSFER = 'application/x-assent-block';

/** Whether a piece of this editor is being dragged. */
export function isBlockDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(BLOCK_TRANSFER);
}

/** Moves the dropped piece before or after the outermost block under the pointer. @returns whether it was a piece */
export function dropPiece(editor: Editor, event: DragEvent): boolean {
  if (!isBlockDrag(event)) return false;
  event.preventDefault();
  const from = pathOfKey(editor, event.dataTransfer.getData(BLOCK_TRANSFER));
  const before = indexUnder(editor, event);
  if (from !== undefined && before !== undefined) dropBlock(editor, from, before);
  return true;
}

function pathOfKey(editor: Editor, id: string): Path | undefined {
  const [entry] = Editor.nodes(editor, {
    at: [],
    match: (each) => Element.isElement(each) && ReactEditor.findKey(editor, each).id === id,
  });
  return entry?.[1];
}

/** The number of the outermost block before which the pointer is. */
function indexUnder(editor: Editor, { clientY }: DragEvent): number | undefined {
  for (const [at, block] of editor.children.entries()) {
    const { top, height } = ReactEditor.toDOMNode(editor, block).getBoundingClientRect();
    if (clientY < top + height / 2) return at;
  }
  return editor.children.length;
}
