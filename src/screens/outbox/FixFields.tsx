import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { errorAt } from '#src/ui/fields/field-checks.ts';
import { FieldControl, type FieldControlProps } from '#src/ui/fields/FieldControl.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { fieldLabel } from './field-words.ts';
import type { FixField } from './fix-fields.ts';
import styles from './outbox.module.css';

type FixFieldsProps = {
  readonly fields: readonly FixField[];
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (path: string, value: string) => void;
};

/** The fields of one refused item, to be corrected; each control's id is its field's path. */
export function FixFields({ fields, values, problems, onChange }: FixFieldsProps) {
  return (
    <Panel title="Correct it">
      <div className={styles.fields}>
        {fields.map(({ path, control, isOptional = false }) => (
          <FixControl
            key={path}
            control={control}
            id={path}
            label={labelOf(path)}
            optional={isOptional}
            value={values[path] ?? ''}
            error={errorAt(problems, path)}
            onChange={(value) => onChange(path, value)}
          />
        ))}
      </div>
    </Panel>
  );
}

type FixControlProps = Omit<FieldControlProps, 'control'> & Pick<FixField, 'control'>;

function FixControl({ control, ...field }: FixControlProps) {
  if (control.kind === 'lines') return <TextAreaField {...field} hint="One on each line" />;
  return <FieldControl {...field} control={control} />;
}

/** `interpreter.name` as `Interpreter: name`. */
function labelOf(path: string): string {
  const [first = '', ...rest] = path.split('.').map(fieldLabel);
  return rest.length === 0 ? first : `${first}: ${rest.join(' ').toLocaleLowerCase('en-GB')}`;
}
