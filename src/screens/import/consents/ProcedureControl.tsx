import { useProcedureCatalogue } from '#src/queries/library/library.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import type { ControlProps } from '../row-type.ts';
import type { ConsentLine } from './consent-lines.ts';

/** A procedure of the library for one that the file names in other words; all rows with these words get it. */
export function ProcedureControl({ line, ...field }: ControlProps<ConsentLine>) {
  const { items = [] } = useProcedureCatalogue();
  const options = items.map(({ procedureID, procedureName }) => ({ value: procedureID, label: procedureName }));
  const inFile = line.texts.procedure;
  const isKnown = inFile === undefined || options.some(({ value }) => value === inFile);
  const chosen = line.edits.procedure ?? (isKnown ? (inFile ?? '') : '');
  return (
    <SelectField
      {...field}
      {...(isKnown ? {} : { hint: `In the file: ${inFile}` })}
      value={chosen}
      placeholder="Choose a procedure"
      options={options}
    />
  );
}
