import { mappingOfColumns } from '#domain/imports/import-columns.ts';
import { doubledField, type ImportFields } from '#domain/imports/import-columns.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportSource, ReadOptions } from './row-type.ts';
import styles from './import.module.css';

type Props = {
  readonly source: ImportSource;
  readonly sheet: string | null;
  readonly fields: ImportFields;
  /** whether reading the file again loses what was mended */
  readonly isMended: boolean;
  readonly onRead: (options: ReadOptions) => void;
};

const LEFT_OUT = 'left out';

/** The columns of the file and what they are read as; a change reads the file again. */
export function ImportColumns({ source, sheet, fields, isMended, onRead }: Props) {
  const { columns, file } = source;
  const labelOf = (field: string) => fields[field]?.label ?? field;
  const [changed, setChanged] = useState<Readonly<Record<string, string>> | null>(null);
  const [isListed, setListed] = useState(false);
  const leftOut = columns.filter(({ field }) => field === null).map(({ heading }) => heading);
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
          value={sheet ?? ''}
          onChange={(next) => onRead({ sheet: next })}
        />
      )}
      {changed === null ? (
        <>
          <p className={styles.folded}>
            {`${columns.length - leftOut.length} of ${columns.length} columns are read.`}
            {leftOut.length > 0 && ` Left out: ${leftOut.join(', ')}.`}
            <Button variant="subtle" size="sm" px={6} aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              {isListed ? 'Hide the columns' : 'Show the columns'}
            </Button>
          </p>
          <ul className={styles.columns} data-listed={isListed || undefined}>
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
        </>
      ) : (
        <ColumnForm
          sheet={sheet}
          fields={fields}
          isMended={isMended}
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
  sheet,
  fields,
  isMended,
  changed,
  onChange,
  onRead,
}: Omit<Props, 'source'> & {
  readonly changed: Readonly<Record<string, string>>;
  readonly onChange: (changed: Readonly<Record<string, string>>) => void;
}) {
  const mapped = Object.entries(changed).map(([heading, field]) => ({ heading, field: field === '' ? null : field }));
  const doubled = doubledField(mapped, fields);
  const options = Object.entries(fields).map(([value, { label }]) => ({ value, label }));
  return (
    <div className={styles.stack}>
      {mapped.map(({ heading, field }, at) => (
        <SelectField
          key={heading}
          id={`import-column-${at}`}
          label={heading}
          options={[{ value: '', label: LEFT_OUT }, ...options]}
          value={field ?? ''}
          error={
            doubled !== undefined && field === doubled
              ? `Two columns are read as ${fields[doubled]?.label ?? doubled}`
              : undefined
          }
          onChange={(next) => onChange({ ...changed, [heading]: next })}
        />
      ))}
      {isMended && <p className={styles.hint}>The file is read again: what you mended in the rows is lost.</p>}
      <Button
        variant="default"
        disabled={doubled !== undefined}
        onClick={() =>
          onRead({
            mapping: mappingOfColumns(mapped),
            ...(sheet === null ? {} : { sheet }),
          })
        }
      >
        Read the file again
      </Button>
    </div>
  );
}
