import { languageAttributes } from '#domain/values/patient-languages.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Transforms } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic, type RenderElementProps } from 'slate-react';
import { useContext, type ReactNode } from 'react';
import type { SignBlock } from './editor-nodes.ts';
import { moveBlock, blockPosition, positionWords } from './move-block.ts';
import { BLOCK_TRANSFER } from './drag-block.ts';
import { SIGN_WORDS } from '#src/ui/clinical/sign-words.ts';
import { FixedSignatureBlocks } from './fixed-signature-blocks.ts';
import { useAnnounce } from './announce.ts';
import styles from './editor.module.css';

type SignPieceProps = Pick<RenderElementProps, 'attributes'> & { readonly block: SignBlock; readonly children: ReactNode };

/** A place for signatures as a piece that is moved as a whole: by its buttons, or by its handle. */
export function SignPiece({ attributes, block, children }: SignPieceProps) {
  const editor = useSlateStatic();
  const announce = useAnnounce();
  const isFixed = useContext(FixedSignatureBlocks);
  const { name, about } = SIGN_WORDS[block.type];
  const { number, of } = useSlateSelector((at) => blockPosition(at, ReactEditor.findPath(at, block)), isSamePosition);
  const id = ReactEditor.findKey(editor, block).id;
  const move = (by: -1 | 1) => {
    const to = moveBlock(editor, ReactEditor.findPath(editor, block), by);
    if (to === null) return;
    announce(`${name}. ${positionWords(editor, to)}.`);
    // A moved element loses the focus.
    setTimeout(() => document.getElementById(`${id}-${by === 1 ? 'down' : 'up'}`)?.focus());
  };
  const remove = () => {
    Transforms.removeNodes(editor, { at: ReactEditor.findPath(editor, block) });
    announce(`Removed: ${name}.`);
    ReactEditor.focus(editor);
  };
  const button = (what: string, words: string, icon: 'up' | 'down' | 'cross', isOff: boolean, onPress: () => void) => (
    <button
      type="button"
      id={`${id}-${what}`}
      className={styles.move}
      aria-label={`${words}: ${name}`}
      aria-disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div {...attributes} className={styles.piece}>
      <div className={styles.pieceBody} contentEditable={false} {...languageAttributes('en')}>
        {!isFixed && (
          <span
            className={styles.handle}
            draggable
            title="Drag to move"
            onDragStart={(event) => {
              event.dataTransfer.setData(BLOCK_TRANSFER, id);
              event.dataTransfer.effectAllowed = 'move';
            }}
          >
            <Icon name="handle" />
          </span>
        )}
        <span className={styles.pieceWords}>
          <strong>{name}</strong>
          <span className={styles.about}>{about}</span>
        </span>
        {!isFixed && (
          <span className={styles.moves}>
            {button('up', 'Move up', 'up', number === 1, () => move(-1))}
            {button('down', 'Move down', 'down', number === of, () => move(1))}
            {button('remove', 'Remove', 'cross', false, remove)}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

type BlockPosition = ReturnType<typeof blockPosition>;

function isSamePosition(one: BlockPosition | null, other: BlockPosition): boolean {
  return one?.number === other.number && one.of === other.of;
}
