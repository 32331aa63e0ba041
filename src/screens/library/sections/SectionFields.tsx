import { SECTION_TITLE_MOST, SECTIONS_MOST } from '#domain/library/procedure-sections.ts';
import { newId } from '#src/device/new-id.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { linesAt, type FormEditing } from '../edit-lines.ts';
import { AddLineButton, RemoveLine } from '#src/editing/LineButtons.tsx';
import styles from '../library.module.css';
import { SectionText } from './SectionText.tsx';

/** Named parts of a procedure that the patient reads beyond its risks: what to bring, how it is after. */
export function SectionFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, set, remove, textAt } = linesAt(editor, 'sections');
  return (
    <Panel title="More for the patient">
      <div className={styles.lines}>
        {lines.map(({ key, title, nodes }, at) => (
          <div key={key} className={styles.line} data-line>
            <div className={styles.tight}>
              <TextField {...textAt(at, 'title')} label={`Title of section ${at + 1}`} maxLength={SECTION_TITLE_MOST} />
              <SectionText
                id={`sections.${at}.nodes`}
                label={`Text of section ${at + 1}`}
                nodes={nodes}
                error={editor.errorAt(`sections.${at}.nodes`)}
                onChange={(next) => set(at, { nodes: next })}
              />
            </div>
            <RemoveLine label={`Remove section ${at + 1}: ${title}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      {lines.length < SECTIONS_MOST && (
        <AddLineButton id="add-section" onClick={() => add({ id: newId(), title: '', nodes: [] })}>
          Add a section
        </AddLineButton>
      )}
    </Panel>
  );
}
