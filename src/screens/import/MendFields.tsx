import { serverNow } from '#src/device/clock.ts';
import { useProduct } from '#src/queries/reference.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Button } from '@mantine/core';
import type { Import } from './import-machine.ts';
import { textOf, type ImportLine } from './lines.ts';
import styles from './import.module.css';

type MendFieldsProps<F extends string, L extends ImportLine<F>> = {
  readonly of: Import<F, L>;
  readonly line: L;
  /** the error of the last comparison in words */
  readonly notCompared: string | null;
};

/** The faults of a row, each at the field that corrects it. */
export function MendFields<F extends string, L extends ImportLine<F>>({ of, line, notCompared }: MendFieldsProps<F, L>) {
  const whole = line.errors.filter(({ path }) => path === '');
  return (
    <>
      {whole.map(({ message }) => (
        <p key={message} className={styles.fault}>
          {message}
        </p>
      ))}
      {line.faulty.length > 0 && (
        <div className={styles.mend}>
          {line.faulty.map((field) => (
            <MendField key={field} of={of} line={line} field={field} />
          ))}
        </div>
      )}
      {line.isUnchecked && line.errors.length === 0 && notCompared !== null && (
        <div className={styles.again} role="status">
          <span className={styles.fault}>{notCompared}</span>
          <Button variant="default" onClick={() => void of.checkRow(line.row)}>
            Check again
          </Button>
        </div>
      )}
    </>
  );
}

type MendFieldProps<F extends string, L extends ImportLine<F>> = Omit<MendFieldsProps<F, L>, 'notCompared'> & {
  readonly field: F;
};

function MendField<F extends string, L extends ImportLine<F>>({ of, line, field }: MendFieldProps<F, L>) {
  const { fields, controls } = of.type;
  const { timeZone } = useProduct();
  const { label, choices } = fields[field];
  const written = (text: string) => ({ text, clock: { now: serverNow(), timeZone } });
  const control = {
    id: `row-${line.row}-${field}`,
    label,
    error: line.errors.find(({ path }) => path === field)?.message,
    value: textOf(line, field),
    onChange: (text: string) => void of.pick(line, field, written(text)),
  };
  const Control = controls?.[field];
  if (Control !== undefined)
    return (
      <div className={styles.wide}>
        <Control {...control} line={line} />
      </div>
    );
  if (choices !== undefined) {
    const options = Object.entries(choices).map(([value, words]) => ({ value, label: words }));
    const value = Object.hasOwn(choices, control.value) ? control.value : '';
    return <SelectField {...control} value={value} placeholder="Choose" options={options} />;
  }
  return (
    <TextField
      {...control}
      onChange={(text) => of.write([line.row], field, written(text))}
      onBlur={() => void of.checkRow(line.row)}
    />
  );
}
