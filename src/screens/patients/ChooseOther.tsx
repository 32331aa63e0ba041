import { numbersInWords } from '#domain/patient-words.ts';
import { formalName } from '#domain/patient.ts';
import { longDate } from '#domain/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useAsked } from '#src/notices/use-asked.ts';
import { patientSearchOptions, type PatientRow } from '#src/queries/patients.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './patients.module.css';

type ChooseOtherProps = {
  /** The id of the record that is merged: it cannot be its own target. */
  readonly notThis: string;
  readonly chosen: PatientRow | null;
  readonly onChoose: (patient: PatientRow) => void;
};

/** Finds the record that stays when two are merged. One that is merged itself is not offered. */
export function ChooseOther({ notThis, chosen, onChoose }: ChooseOtherProps) {
  const [search, setSearch] = useState('');
  const asked = useAsked(search);
  const found = useQuery(patientSearchOptions(asked));
  const offered = (found.data ?? []).filter(({ id, status }) => id !== notThis && status !== 'MERGED');
  const isAsking = asked.trim().length > 1;
  return (
    <div className={styles.stack}>
      <TextField
        id="merge-search"
        label="Find the record that stays"
        hint="Name, number or birth date; at least two letters"
        value={search}
        onChange={setSearch}
        error={found.isError ? failureWords(found.error) : undefined}
      />
      {isAsking && found.isSuccess && offered.length === 0 && <p role="status">Nobody fits. Try fewer letters.</p>}
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
    </div>
  );
}
