import { ENGLISH_NAMES, languageAttributes, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { describedBy } from '#src/ui/fields/field.ts';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { createEditor, Editor } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, ReactEditor, Slate, withReact } from 'slate-react';
import { Announce } from './announce.ts';
import { dropPiece, isBlockDrag } from './drag-block.ts';
import type { EditorBlock } from './editor-nodes.ts';
import { linkAt, moveToEdge, setLink, toggleMark, type Mark } from './edits.ts';
import { EditorElement, EditorLeaf } from './elements.tsx';
import { FixedPlaces } from './fixed-places.ts';
import { fromEditor } from './from-editor.ts';
import { LinkModal } from './LinkModal.tsx';
import { toEditor } from './to-editor.ts';
import { Toolbar } from './Toolbar.tsx';
import { withTemplate } from './with-template.ts';
import styles from './editor.module.css';

type TextEditorProps = {
  readonly id: string;
  /** Read once; another text needs another `key`. */
  readonly initial: readonly TemplateNode[];
  /** Places for signatures that are still missing; null for a text without any. */
  readonly missing: readonly SignatureBlockType[] | null;
  readonly label?: string;
  readonly error: string | undefined;
  readonly onChange: (nodes: TemplateNode[]) => void;
  /** English when absent */
  readonly language?: PatientLanguage;
  /** Whether the places for signatures can be read alone. */
  readonly hasFixedPlaces?: boolean;
};

const KEYS: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', u: 'underline' };
const EDGES: Readonly<Record<string, 'start' | 'end'>> = { Home: 'start', End: 'end' };

/** The text of a template: words, and the places for signatures as pieces among them. */
export function TextEditor({
  id,
  initial,
  missing,
  label = 'Text',
  error,
  onChange,
  language,
  hasFixedPlaces = false,
}: TextEditorProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [isLinking, setLinking] = useState(false);
  const [editor] = useState(() =>
    withTemplate(withHistory(withReact(createEditor())), { refuse: setRefusal, hasPlaces: missing !== null }),
  );
  const [blocks] = useState<EditorBlock[]>(() => toEditor(initial));
  const element = useCallback((props: Parameters<typeof EditorElement>[0]) => <EditorElement {...props} />, []);
  const leaf = useCallback((props: Parameters<typeof EditorLeaf>[0]) => <EditorLeaf {...props} />, []);
  const problem = error ?? refusal ?? undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const edge = EDGES[event.key];
    if (edge !== undefined && moveToEdge(editor, edge, event.shiftKey)) event.preventDefault();
    const mark = KEYS[event.key.toLowerCase()];
    if (mark === undefined) return;
    event.preventDefault();
    toggleMark(editor, mark);
  };
  const finishLink = (url: string | null | undefined) => {
    setLinking(false);
    if (url !== undefined) setLink(editor, url);
    // The dialog gives the focus back to the button first.
    setTimeout(() => ReactEditor.focus(editor));
  };
  const openLink = () => {
    if (editor.selection === null) editor.select(Editor.end(editor, []));
    setLinking(true);
  };
  return (
    <Announce.Provider value={setSaid}>
      <p className={styles.label} id={`${id}-label`}>
        {language === undefined ? label : `${label} in ${ENGLISH_NAMES[language]}`}
      </p>
      {missing !== null && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hasFixedPlaces
            ? 'The places to sign are those of the English text.'
            : 'Move a place to sign with its arrows, or drag it by its handle. People sign in this order.'}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.problem} id={`${id}-error`} role={error === undefined ? 'alert' : undefined}>
          {problem}
        </p>
      )}
      <div className={styles.box} data-error={problem !== undefined || undefined}>
        <Slate
          editor={editor}
          initialValue={blocks}
          onValueChange={(value) => {
            setRefusal(null);
            onChange(fromEditor(value));
          }}
        >
          <Toolbar missing={missing ?? []} onLink={openLink} />
          <FixedPlaces.Provider value={hasFixedPlaces}>
            <Editable
              id={id}
              className={styles.text}
              aria-labelledby={`${id}-label`}
              aria-describedby={describedBy(id, { hint: missing === null ? undefined : '', error: problem })}
              aria-multiline="true"
              aria-invalid={error !== undefined}
              spellCheck
              {...languageAttributes(language ?? 'en')}
              renderElement={element}
              renderLeaf={leaf}
              onKeyDown={onKeyDown}
              onDragStart={(event) => isBlockDrag(event)}
              onDragOver={(event) => {
                if (!isBlockDrag(event)) return false;
                event.preventDefault();
                return true;
              }}
              onDrop={(event) => dropPiece(editor, event)}
            />
          </FixedPlaces.Provider>
        </Slate>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isLinking && (
        <LinkModal
          address={linkAt(editor)?.url}
          onSet={finishLink}
          onRemove={() => finishLink(null)}
          onCancel={() => finishLink(undefined)}
        />
      )}
    </Announce.Provider>
  );
}
