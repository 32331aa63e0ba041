import { CODE_SYSTEM_WORDS, CODE_SYSTEMS, CODES_MOST, PROCEDURE_CODE_MOST } from '#domain/library/procedure-codes.ts';
import { NOTE_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import { SOURCE_MOST, YEAR_LENGTH, ALTERNATIVE_MOST } from '#domain/library/procedure-parts.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton, RemoveLine } from '#src/editing/LineButtons.tsx';
import styles from './library.module.css';

/** Fields of the benefits. */
export function BenefitFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, remove, textAt } = linesAt(editor, 'benefits');
  return (
    <Panel title="What it is for">
      <div className={styles.lines}>
        {lines.map(({ key, text }, at) => (
          <div key={key} className={styles.line} data-line>
            <div className={styles.tight}>
              <TextAreaField {...textAt(at, 'text')} label={`Benefit ${at + 1}`} minRows={2} maxLength={NOTE_MOST} />
              <div className={styles.pair}>
                <TextField {...textAt(at, 'source')} label="Source" optional maxLength={SOURCE_MOST} />
                <TextField {...textAt(at, 'year')} label="Year" optional inputMode="numeric" maxLength={YEAR_LENGTH} />
              </div>
            </div>
            <RemoveLine label={`Remove benefit ${at + 1}: ${text}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      <AddLineButton id="add-benefit" onClick={() => add({ text: '', source: '', year: '' })}>
        Add a benefit
      </AddLineButton>
    </Panel>
  );
}

/** Fields of the other ways. A path names a line: `alternatives.0` names a line. */
export function AlternativeFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, remove, textAt } = linesAt(editor, 'alternatives');
  return (
    <Panel title="Other ways">
      <div className={styles.lines}>
        {lines.map(({ key, text }, at) => (
          <div key={key} className={styles.line} data-line>
            <TextAreaField
              {...textAt(at, 'text')}
              id={`alternatives.${at}`}
              error={editor.errorAt(`alternatives.${at}`)}
              label={`Other way ${at + 1}`}
              minRows={1}
              hasBreaks={false}
              maxLength={ALTERNATIVE_MOST}
            />
            <RemoveLine label={`Remove other way ${at + 1}: ${text}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      <AddLineButton id="add-alternative" onClick={() => add({ text: '' })}>
        Add another way
      </AddLineButton>
    </Panel>
  );
}

const SYSTEMS = CODE_SYSTEMS.map((value) => ({ value, label: CODE_SYSTEM_WORDS[value] }));

/** The codes of a procedure, for other systems. */
export function CodeFields({ editor }: { readonly editor: FormEditing }) {
  const { lines, add, set, remove, textAt } = linesAt(editor, 'codes');
  return (
    <Panel title="Codes">
      <div className={styles.lines}>
        {lines.map(({ key, system, code }, at) => (
          <div key={key} className={styles.line} data-line>
            <div className={styles.tight}>
              <div className={styles.pair}>
                <SelectField
                  id={`codes.${at}.system`}
                  label={`System of code ${at + 1}`}
                  value={system}
                  onChange={(value) => set(at, { system: CODE_SYSTEMS.find((each) => each === value) ?? system })}
                  options={SYSTEMS}
                />
                <TextField {...textAt(at, 'code')} label={`Code ${at + 1}`} maxLength={PROCEDURE_CODE_MOST} />
              </div>
              <TextField {...textAt(at, 'display')} label={`Meaning of code ${at + 1}`} maxLength={NAME_MOST} />
            </div>
            <RemoveLine label={`Remove code ${at + 1}: ${code}`} onClick={() => remove(at)} />
          </div>
        ))}
      </div>
      {lines.length < CODES_MOST && (
        <AddLineButton id="codes" onClick={() => add({ system: 'SNOMED_CT', code: '', display: '' })}>
          Add a code
        </AddLineButton>
      )}
    </Panel>
  );
}
