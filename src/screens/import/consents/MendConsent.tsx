import {
  CONSENT_IMPORT,
  IMPORTED_CONSENT_STATUSES,
  IMPORTED_STATUS_WORDS,
  type ConsentImportField,
} from '#domain/imports/import-consent.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { ROLE_RULES, SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { SIDES } from '#domain/base/states.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Button } from '@mantine/core';
import styles from '../import.module.css';
import { textOf, type ConsentLine } from './consent-lines.ts';
import type { useMending } from './use-consents.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

type Props = { readonly line: ConsentLine; readonly mending: ReturnType<typeof useMending> };
type Choice = { readonly value: string; readonly label: string };

const CHOICES: Readonly<Partial<Record<ConsentImportField, readonly Choice[]>>> = {
  side: SIDES.map((value) => ({ value, label: value === 'NOT_APPLICABLE' ? 'None' : value === 'BOTH' ? 'BOTH SIDES' : value })),
  formType: FORM_TYPES.map((value) => ({ value, label: FORM_WORDS[value].name })),
  status: IMPORTED_CONSENT_STATUSES.map((value) => ({ value, label: IMPORTED_STATUS_WORDS[value] })),
  signerRole: SIGNER_ROLES.filter((role) => ROLE_RULES[role].signsForm).map((value) => ({ value, label: ROLE_WORDS[value] })),
};

/** The faults of a row, each at the field in which it is mended. */
export function MendConsent({ line, mending }: Props) {
  const whole = line.errors.filter(({ path }) => path === '');
  return (
    <>
      {whole.map(({ message }) => (
        <p key={message} className={styles.fault}>
          {message}
        </p>
      ))}
      {line.faulty.length > 0 && (
        <div className={`${styles.mend} ${styles.wide}`}>
          {line.faulty.map((field) => (
            <MendField key={field} field={field} line={line} mending={mending} />
          ))}
          {line.isUnchecked && mending.failure !== null && (
            <Button variant="default" onClick={() => mending.checkRow(line.row)}>
              Check again
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function MendField({ field, line, mending }: Props & { readonly field: ConsentImportField }) {
  const common = {
    id: `row-${line.row}-${field}`,
    label: CONSENT_IMPORT[field].label,
    error: line.isUnchecked ? undefined : line.errors.find(({ path }) => path === field)?.message,
    value: textOf(line, field),
  };
  const choose = (value: string) => mending.choose(line, field, value);
  if (field === 'procedure')
    return <ProcedureField {...common} value={line.edits.procedure ?? ''} onChange={choose} inFile={line.value['procedure']} />;
  const choices = CHOICES[field];
  if (choices !== undefined) {
    const isKnown = choices.some(({ value }) => value === common.value);
    return (
      <SelectField {...common} value={isKnown ? common.value : ''} placeholder="Choose" options={choices} onChange={choose} />
    );
  }
  return (
    <TextField {...common} onChange={(text) => mending.write(line.row, field, text)} onBlur={() => mending.checkRow(line.row)} />
  );
}

type ProcedureProps = Omit<Parameters<typeof SelectField>[0], 'options'> & { readonly inFile: string | undefined };

/** A procedure of the library for one that the file names in other words; all rows with these words get it. */
function ProcedureField({ inFile, ...field }: ProcedureProps) {
  const { items = [] } = useProcedureCatalogue();
  const options = items.map(({ procedureID, procedureName }) => ({ value: procedureID, label: procedureName }));
  const hint = inFile === undefined || options.some(({ value }) => value === inFile) ? {} : { hint: `In the file: ${inFile}` };
  return <SelectField {...field} {...hint} placeholder="Choose a procedure" options={options} />;
}
