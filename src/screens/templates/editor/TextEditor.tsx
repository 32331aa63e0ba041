import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { ENGLISH_NAMES, languageAttributes, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { describedBy } from '#src/ui/fields/field.ts';
import { useState } from 'react';
import { Editable, Slate } from 'slate-react';
import { Announce } from './announce.ts';
import { dropPiece, isBlockDrag } from './drag-block.ts';
import styles from './editor.module.css';
import { EditorElement, EditorLeaf } from './elements.tsx';
import { FixedSignatureBlocks } from './fixed-signature-blocks.ts';
import { fromEditor } from './from-editor.ts';
import { LinkModal } from './LinkModal.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useTextEditor } from './use-text-editor.ts';

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
  readonly hasFixedSignatureBlocks?: boolean;
};

/** The text of a template: words, and the places for signatures as pieces among them. */
export function TextEditor(props: TextEditorProps) {
  const { id, initial, missing, error, onChange, language, hasFixedSignatureBlocks = false } = props;
  const [said, setSaid] = useState('');
  const text = useTextEditor({ initial, hasSignatureBlocks: missing !== null });
  const problem = error ?? text.refusal ?? undefined;
  return (
    <Announce.Provider value={setSaid}>
      <TextLabel {...props} problem={problem} />
      <div className={styles.box} data-error={problem !== undefined || undefined}>
        <Slate
          editor={text.editor}
          initialValue={text.blocks}
          onValueChange={(value) => {
            text.clearRefusal();
            onChange(fromEditor(value));
          }}
        >
          <Toolbar missing={missing ?? []} onLink={text.openLink} />
          <FixedSignatureBlocks.Provider value={hasFixedSignatureBlocks}>
            <Editable
              id={id}
              className={styles.text}
              aria-labelledby={`${id}-label`}
              aria-describedby={describedBy(id, { hint: missing === null ? undefined : '', error: problem })}
              aria-multiline="true"
              aria-invalid={error !== undefined}
              spellCheck
              {...languageAttributes(language ?? 'en')}
              renderElement={renderElement}
              renderLeaf={renderLeaf}
              onKeyDown={text.onKeyDown}
              onDragStart={(event) => isBlockDrag(event)}
              onDragOver={(event) => {
                if (!isBlockDrag(event)) return false;
                event.preventDefault();
                return true;
              }}
              onDrop={(event) => dropPiece(text.editor, event)}
            />
          </FixedSignatureBlocks.Provider>
        </Slate>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {text.isLinking && (
        <LinkModal
          address={text.linkAddress()}
          onSet={text.finishLink}
          onRemove={() => text.finishLink(null)}
          onCancel={() => text.finishLink(undefined)}
        />
      )}
    </Announce.Provider>
  );
}

function renderElement(props: Parameters<typeof EditorElement>[0]) {
  return <EditorElement {...props} />;
}

function renderLeaf(props: Parameters<typeof EditorLeaf>[0]) {
  return <EditorLeaf {...props} />;
}

type LabelProps = Pick<TextEditorProps, 'id' | 'label' | 'missing' | 'error' | 'language' | 'hasFixedSignatureBlocks'> & {
  readonly problem: string | undefined;
};

/** The name of the text, how its places for signatures are moved, and what is wrong with it. */
function TextLabel({ id, label = 'Text', missing, error, language, hasFixedSignatureBlocks = false, problem }: LabelProps) {
  return (
    <>
      <p className={styles.label} id={`${id}-label`}>
        {language === undefined ? label : `${label} in ${ENGLISH_NAMES[language]}`}
      </p>
      {missing !== null && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hasFixedSignatureBlocks
            ? 'The places to sign are those of the English text.'
            : 'Move a place to sign with its arrows, or drag it by its handle. People sign in this order.'}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.problem} id={`${id}-error`} role={error === undefined ? 'alert' : undefined}>
          {problem}
        </p>
      )}
    </>
  );
}
