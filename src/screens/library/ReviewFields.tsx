import type { ProcedureDetails } from '#domain/library/procedure.ts';
import { OWNER_MOST } from '#domain/library/procedure.ts';
import { useToday } from '#src/queries/use-today.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { textControlAt, type FormEditing } from './edit-lines.ts';
import styles from './library.module.css';
import { reviewGaps } from './review-gaps.ts';

type ReviewFieldsProps = {
  readonly editor: FormEditing;
  /** null for a new procedure */
  readonly version: ProcedureDetails | null;
};

/** Owner, review date, the way to publication, and everything that a reviewer would ask for. */
export function ReviewFields({ editor, version }: ReviewFieldsProps) {
  const today = useToday();
  const gaps = reviewGaps(editor.form, today);
  return (
    <>
      <Panel title="Review">
        <div className={styles.stack}>
          <ol className={styles.flow}>
            <li aria-current="step">
              <b>Draft</b>
            </li>
            <li>Under review by a second person</li>
            <li>In use{version !== null && version.status === 'ACTIVE' && `; version ${version.version} stays until then`}</li>
          </ol>
          <TextField
            {...textControlAt(editor, 'owner')}
            label="Owner"
            hint="Who answers for this text"
            optional
            maxLength={OWNER_MOST}
          />
          <PlainDateField {...textControlAt(editor, 'reviewDate')} label="Look at it again by" optional />
        </div>
      </Panel>
      {gaps.length > 0 && (
        <Notice tone="warn" title="Before review">
          <ul className={styles.gaps}>
            {gaps.map(({ field, message }) => (
              <li key={message}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    const control = document.getElementById(field ?? '');
                    control?.scrollIntoView({ block: 'center' });
                    control?.focus();
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
