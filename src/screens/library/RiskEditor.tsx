import { formatFrequency, type Frequency } from '#domain/library/frequency.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';
import { SOURCE_MOST, YEAR_LENGTH, POPULATION_MOST } from '#domain/library/procedure-parts.ts';
import { BASIS_CHOICES, BASIS_LABEL } from '#src/editing/figure-basis.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { figureNote } from '#src/ui/clinical/frequency-text.ts';
import { FrequencyLine } from '#src/ui/clinical/FrequencyLine.tsx';
import { IconArray } from '#src/ui/clinical/IconArray.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Button } from '@mantine/core';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { removeLine } from '#src/editing/LineButtons.tsx';
import styles from './library.module.css';
import type { RiskForm } from './procedure-form.ts';

type RiskEditorProps = {
  readonly editor: FormEditing;
  readonly at: number;
  readonly over: 100 | 1000;
  /** null while there is none that can be drawn */
  readonly frequency: Frequency;
  readonly onClose: () => void;
};

const FIGURE = [
  { value: 'YES', label: 'A figure is known' },
  { value: 'NO', label: 'No figure is known' },
] as const;

/** One risk as a form, beside what the patient will see. */
export function RiskEditor({ editor, at, over, frequency, onClose }: RiskEditorProps) {
  const { lines, set, remove, raise, textAt } = linesAt(editor, 'risks');
  const risk = lines[at];
  if (risk === undefined) return null;
  return (
    <div className={styles.riskEditor} data-line role="group" aria-label={`Risk ${at + 1}: ${risk.name || 'new'}`}>
      <div className={styles.stack}>
        <TextField {...textAt(at, 'name')} label="Risk, in plain words" maxLength={NAME_MOST} />
        <TextAreaField {...textAt(at, 'text')} label="What happens then" optional minRows={2} maxLength={NOTE_MOST} />
        <FigureFields editor={editor} at={at} risk={risk} />
      </div>
      <PatientView frequency={frequency} over={over} isOpen={risk.hasFigure === true && frequency === null} />
      <div className={`${styles.stack} ${styles.across}`}>
        <div className={styles.pair}>
          <TextField {...textAt(at, 'source')} label="Source" hint="Empty: not known" optional maxLength={SOURCE_MOST} />
          <TextField
            {...textAt(at, 'year')}
            label="Year"
            hint="Empty: not known"
            optional
            inputMode="numeric"
            maxLength={YEAR_LENGTH}
          />
        </div>
        <TextField
          {...textAt(at, 'population')}
          label="Who was counted"
          hint="For example: 180,114 eyes, UK"
          optional
          maxLength={POPULATION_MOST}
        />
        <CheckField
          id={`risks.${at}.core`}
          label="Core: always told, and left out only with a reason"
          value={risk.core ? 'YES' : 'NO'}
          onChange={(value) => set(at, { core: value === 'YES' })}
        />
      </div>
      <div className={styles.lineButtons}>
        {at > 0 && (
          <Button variant="subtle" onClick={() => raise(at)}>
            Move up
          </Button>
        )}
        {at < lines.length - 1 && (
          <Button variant="subtle" onClick={() => raise(at + 1)}>
            Move down
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          aria-label={`Remove this risk: ${risk.name || 'new'}`}
          onClick={(event) => removeLine(event, () => remove(at))}
        >
          Remove
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

type FigureFieldsProps = { readonly editor: FormEditing; readonly at: number; readonly risk: RiskForm };

/** How often it happens: whether anybody knows, the two numbers, and where they are from. */
function FigureFields({ editor, at, risk }: FigureFieldsProps) {
  const { set, textAt } = linesAt(editor, 'risks');
  return (
    <>
      <ChoiceCards
        id={`risks.${at}.hasFigure`}
        label="How often does it happen?"
        value={risk.hasFigure === null ? null : risk.hasFigure ? 'YES' : 'NO'}
        onChange={(value) => set(at, { hasFigure: value === 'YES' })}
        error={editor.errorAt(`risks.${at}.hasFigure`)}
        choices={FIGURE}
      />
      {risk.hasFigure === true && (
        <div className={styles.pair}>
          <TextField {...textAt(at, 'num')} label="It happens to" inputMode="numeric" />
          <TextField {...textAt(at, 'den')} label="out of this many people" inputMode="numeric" />
        </div>
      )}
      {risk.hasFigure === true && (
        <ChoiceCards
          id={`risks.${at}.basis`}
          label={BASIS_LABEL}
          value={risk.basis}
          onChange={(basis) => set(at, { basis })}
          error={editor.errorAt(`risks.${at}.basis`)}
          choices={BASIS_CHOICES}
        />
      )}
    </>
  );
}

type PatientViewProps = { readonly frequency: Frequency; readonly over: 100 | 1000; readonly isOpen: boolean };

/** The figure as the patient will see it, drawn from the two numbers as they are typed. */
function PatientView({ frequency, over, isOpen }: PatientViewProps) {
  const formatted = frequency === null ? null : formatFrequency(frequency, over);
  return (
    <div className={styles.patientView}>
      <p className={styles.small}>What the patient sees</p>
      {formatted !== null && formatted.total > 0 && (
        <IconArray count={formatted.filled} total={formatted.total} label={formatted.words} />
      )}
      {isOpen ? (
        <p>The picture follows from the two numbers.</p>
      ) : formatted === null ? (
        <p>
          <b>We do not have a reliable number for this.</b>
        </p>
      ) : (
        <FrequencyLine figure={formatted.words} word={formatted.word} note={figureNote(formatted)} />
      )}
    </div>
  );
}
