import { SEXES } from '#domain/patient.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { NhsNumberField } from '#src/ui/NhsNumberField.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { SelectField, TextAreaField, TextField } from '#src/ui/TextField.tsx';
import { fieldLabel, valueWords } from './field-words.ts';
import type { FixField } from './fix-fields.ts';
import styles from './outbox.module.css';

type FixFieldsProps = {
  readonly fields: readonly FixField[];
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (path: string, value: string) => void;
};

/** The fields of one refused item, to be put right; each control's id is its field's path. */
export function FixFields({ fields, values, problems, onChange }: FixFieldsProps) {
  return (
    <Panel title="Put it right">
      <div className={styles.fields}>
        {fields.map(({ path, kind, isOptional = false }) => (
          <FixControl
            key={path}
            kind={kind}
            id={path}
            label={labelOf(path)}
            optional={isOptional}
            value={values[path] ?? ''}
            error={problems.find(({ field }) => field === path)?.message}
            onChange={(value) => onChange(path, value)}
          />
        ))}
      </div>
    </Panel>
  );
}

type ControlProps = {
  readonly kind: FixField['kind'];
  readonly id: string;
  readonly label: string;
  readonly optional: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

const SEX_OPTIONS = SEXES.map((value) => ({ value, label: valueWords('sex', value, { library: {} }) }));

function FixControl({ kind, ...field }: ControlProps) {
  switch (kind) {
    case 'date':
      return <PlainDateField {...field} />;
    case 'nhsNumber':
      return <NhsNumberField {...field} />;
    case 'sex':
      return <SelectField {...field} placeholder="Not recorded" options={SEX_OPTIONS} />;
    case 'prose':
      return <TextAreaField {...field} />;
    case 'lines':
      return <TextAreaField {...field} hint="One on each line" />;
    case 'text':
    case 'tel':
    case 'email':
      return <TextField {...field} type={kind} />;
  }
}

/** `interpreter.name` as `Interpreter: name`. */
function labelOf(path: string): string {
  const [first = '', ...rest] = path.split('.').map(fieldLabel);
  return rest.length === 0 ? first : `${first}: ${rest.join(' ').toLocaleLowerCase('en-GB')}`;
}
