import { numbersInWords } from '#domain/patients/patient-words.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { patientSearchOptions, type PatientListRow } from '#src/queries/patients.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './patients.module.css';

type ChooseOtherProps = {
  /** The id of the record being merged: it cannot be its own target. */
  readonly notThis: string;
  readonly chosen: PatientListRow | null;
  /** Called with null as soon as the search changes: the chosen patient may not be among the results. */
  readonly onChoose: (patient: PatientListRow | null) => void;
};

/**
 * Finds the record that stays when two are merged, and names the chosen one at the end. A record that is itself merged is not
 * offered.
 */
export function ChooseOther({ notThis, chosen, onChoose }: ChooseOtherProps) {
  const [search, setSearch] = useState('');
  const searchTerm = useDebouncedSearch(search);
  const found = useQuery(patientSearchOptions(searchTerm));
  const offered = (found.data ?? []).filter(({ id, status }) => id !== notThis && status !== 'MERGED');
  const isAsking = searchTerm.trim().length > 1;
  return (
    <div className={styles.stack}>
      <TextField
        id="merge-search"
        label="Find the record to keep"
        hint="Name, number or birth date; at least two letters"
        value={search}
        onChange={(text) => {
          setSearch(text);
          onChoose(null);
        }}
        error={found.isError ? failureWords(found.error) : undefined}
      />
      {isAsking && found.isSuccess && offered.length === 0 && <p role="status">No patient found. Try fewer letters.</p>}
      {isAsking && offered.length > 0 && (
        <div className={styles.results}>
          <ChoiceCards
            id="merge-into"
            label="Merge into"
            stacked
            value={chosen?.id ?? null}
            onChange={(id) => {
              const patient = offered.find((each) => each.id === id);
              if (patient !== undefined) onChoose(patient);
            }}
            choices={offered.map((patient) => ({
              value: patient.id,
              label: formalName(patient),
              hint: `${longDate(patient.dateOfBirth)} · ${numbersInWords(patient)}`,
            }))}
          />
        </div>
      )}
      {/* Separate from the list: while an answer is on its way, the list may not include the chosen patient. */}
      {chosen !== null && (
        <Notice tone="warn" title={`Merge into ${formalName(chosen)}`} live>
          <p className="num">{longDate(chosen.dateOfBirth)}</p>
          <p className="num">{numbersInWords(chosen)}</p>
        </Notice>
      )}
    </div>
  );
}
