import { PATIENT_IMPORT } from '#domain/import-patient.ts';
import { doubledField } from '#domain/import-columns.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { SelectField } from '#src/ui/SelectField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OpenImport } from './import-store.ts';
import type { ReadOptions } from './use-import.ts';
import styles from './import.module.css';

type Props = { readonly open: OpenImport; readonly onRead: (options: ReadOptions) => void };

const LEFT_OUT = 'left out';
const FIELDS = Object.entries(PATIENT_IMPORT).map(([value, { label }]) => ({ value, label }));
const labelOf = (field: string) => PATIENT_IMPORT[field]?.label ?? field;

/** The columns of the file and what they are read as; a change reads the file again. */
export function ImportColumns({ open, onRead }: Props) {
  const { columns, file } = open.source;
  const [changed, setChanged] = useState<Readonly<Record<string, string>> | null>(null);
  const sheets = file.sheets ?? [];
  const mayChange = file.kind !== 'FHIR';
  return (
    <Panel
      title="Columns"
      actions={
        mayChange && (
          <Button
            variant="subtle"
            size="sm"
            px={6}
            aria-expanded={changed !== null}
            onClick={() =>
              setChanged(
                changed === null ? Object.fromEntries(columns.map(({ heading, field }) => [heading, field ?? ''])) : null,
              )
            }
          >
            {changed === null ? 'Change' : 'Cancel'}
          </Button>
        )
      }
    >
      {sheets.length > 1 && (
        <SelectField
          id="import-sheet"
          label="Sheet"
          options={sheets.map((name) => ({ value: name, label: name }))}
          value={open.sheet ?? ''}
          onChange={(sheet) => onRead({ sheet })}
        />
      )}
      {changed === null ? (
        <ul className={styles.columns}>
          {columns.map(({ heading, field }) => (
            <li key={heading} data-off={field === null || undefined}>
              <span>{heading}</span>
              <Icon name="next" />
              <strong>
                {field === null ? LEFT_OUT : labelOf(field)}
                {field === 'dateOfBirth' && <small>day first</small>}
              </strong>
            </li>
          ))}
        </ul>
      ) : (
        <ColumnForm
          open={open}
          changed={changed}
          onChange={setChanged}
          onRead={(options) => {
            setChanged(null);
            onRead(options);
          }}
        />
      )}
    </Panel>
  );
}

function ColumnForm({
  open,
  changed,
  onChange,
  onRead,
}: Props & {
  readonly changed: Readonly<Record<string, string>>;
  readonly onChange: (changed: Readonly<Record<string, string>>) => void;
}) {
  const mapped = Object.entries(changed).map(([heading, field]) => ({ heading, field: field === '' ? null : field }));
  const doubled = doubledField(mapped, PATIENT_IMPORT);
  const isMended = open.lines.some(({ faulty, errors }) => faulty.length > 0 && errors.length === 0);
  return (
    <div className={styles.stack}>
      {mapped.map(({ heading, field }, at) => (
        <SelectField
          key={heading}
          id={`import-column-${at}`}
          label={heading}
          options={[{ value: '', label: LEFT_OUT }, ...FIELDS]}
          value={field ?? ''}
          error={doubled !== undefined && field === doubled ? `Two columns are read as ${labelOf(doubled)}` : undefined}
          onChange={(next) => onChange({ ...changed, [heading]: next })}
        />
      ))}
      {isMended && <p className={styles.hint}>The file is read again: what you mended in the rows is lost.</p>}
      <Button
        variant="default"
        disabled={doubled !== undefined}
        onClick={() =>
          onRead({
            mapping: Object.fromEntries(mapped.map(({ heading, field }) => [heading, field])),
            ...(open.sheet === null ? {} : { sheet: open.sheet }),
          })
        }
      >
        Read the file again
      </Button>
    </div>
  );
}
