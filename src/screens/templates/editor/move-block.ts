import { Editor, Element, Node, Path, Transforms } from 'slate';
import { isTextBlock } from './editor-nodes.ts';

/** The number of a block among those beside it, from 1; an empty last paragraph, which is there to write in, does not count. */
export function blockPosition(editor: Editor, path: Path): { readonly number: number; readonly of: number } {
  const siblings = blocksBeside(editor, path);
  const last = siblings.at(-1);
  const isEmptyEnd = last !== undefined && isTextBlock(last) && Node.string(last) === '' && path.length === 1;
  return { number: (path.at(-1) ?? 0) + 1, of: isEmptyEnd ? siblings.length - 1 : siblings.length };
}

/** Moves a block one place up (-1) or down (1). @returns its new path; null at the end */
export function moveBlock(editor: Editor, path: Path, by: -1 | 1): Path | null {
  const { number, of } = blockPosition(editor, path);
  if (number + by < 1 || number + by > of) return null;
  const to = by === 1 ? Path.next(path) : Path.previous(path);
  Transforms.moveNodes(editor, { at: path, to });
  return to;
}

/** Moves a block to stand before the outermost block with this number, or at the end. */
export function dropBlock(editor: Editor, from: Path, before: number): void {
  const shift = from.length === 1 && (from[0] ?? 0) < before ? 1 : 0;
  const to = [Math.max(0, before - shift)];
  if (!Path.equals(from, to)) Transforms.moveNodes(editor, { at: from, to });
}

/** The words of the blocks around a place, to say where it is now: the text before it, or that it is first. */
export function positionWords(editor: Editor, path: Path): string {
  const { number, of } = blockPosition(editor, path);
  return `Now number ${number} of ${of}`;
}

function blocksBeside(editor: Editor, path: Path): Node[] {
  const parent = Node.parent(editor, path);
  return Editor.isEditor(parent) || Element.isElement(parent) ? parent.children : [];
}
