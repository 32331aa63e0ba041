import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import type { ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { isMarked, linkAt, listAt, setText, textTypeAt, toggleList, toggleMark, type TextMark } from './edits.ts';
import { insertBlocks } from './insert-pasted.ts';
import { useAnnounce } from './announce.ts';
import { SIGN_WORDS } from '#src/ui/clinical/sign-words.ts';
import styles from './editor.module.css';

type ToolbarProps = {
  readonly onLink: () => void;
  /** Places for signatures that the form's type needs and the text does not have. */
  readonly missing: readonly SignatureBlockType[];
};

const MARKS: readonly { readonly mark: TextMark; readonly label: string; readonly sign: ReactNode }[] = [
  { mark: 'bold', label: 'Bold', sign: <strong>B</strong> },
  { mark: 'italic', label: 'Italic', sign: <em>I</em> },
  { mark: 'underline', label: 'Underline', sign: <u>U</u> },
];

/** The kinds of text, the marks, and the places for signatures that are still missing. */
export function Toolbar({ onLink, missing }: ToolbarProps) {
  const editor = useSlate();
  const announce = useAnnounce();
  const act = (change: () => void) => {
    change();
    ReactEditor.focus(editor);
  };
  const [text, list] = [textTypeAt(editor), listAt(editor)];
  const addSign = (type: SignatureBlockType) => {
    insertBlocks(editor, [{ type, children: [{ text: '' }] }]);
    announce(`Added: ${SIGN_WORDS[type].name}.`);
  };
  return (
    <>
      <div className={styles.bar} role="group" aria-label="Kind of text">
        <Tool label="Heading" isOn={text === 'heading-one'} onPress={() => act(() => setText(editor, 'heading-one'))}>
          H1
        </Tool>
        <Tool label="Smaller heading" isOn={text === 'heading-two'} onPress={() => act(() => setText(editor, 'heading-two'))}>
          H2
        </Tool>
        <Tool label="Paragraph" isOn={text === 'paragraph'} onPress={() => act(() => setText(editor, 'paragraph'))}>
          ¶
        </Tool>
        <Tool
          label="List"
          isOn={list === 'bulleted-list'}
          onPress={() => act(() => toggleList(editor, 'bulleted-list'))}
          icon="list"
        />
        <Tool
          label="Numbered list"
          isOn={list === 'numbered-list'}
          onPress={() => act(() => toggleList(editor, 'numbered-list'))}
          icon="numbers"
        />
        {MARKS.map(({ mark, label, sign }) => (
          <Tool key={mark} label={label} isOn={isMarked(editor, mark)} onPress={() => act(() => toggleMark(editor, mark))}>
            {sign}
          </Tool>
        ))}
        <Tool label="Link" isOn={linkAt(editor) !== undefined} onPress={onLink} icon="link" />
        <Tool
          label="Line across"
          onPress={() => act(() => insertBlocks(editor, [{ type: 'rule', children: [{ text: '' }] }]))}
          icon="minus"
        />
      </div>
      {missing.length > 0 && (
        <div className={styles.missing} role="group" aria-label="Still missing">
          <span>Still missing:</span>
          {missing.map((type) => (
            <button key={type} type="button" className={styles.add} onClick={() => act(() => addSign(type))}>
              <Icon name="plus" />
              {SIGN_WORDS[type].name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

type ToolProps = {
  readonly label: string;
  /** Absent for an act that is no state. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly icon?: IconName;
  readonly children?: ReactNode;
};

function Tool({ label, isOn, onPress, icon, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      // The words stay selected under a pointer.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon === undefined ? <span aria-hidden="true">{children}</span> : <Icon name={icon} />}
    </button>
  );
}
