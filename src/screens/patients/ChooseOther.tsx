import { numbersInWords } from '#domain/patient-words.ts';
import { formalName } from '#domain/patient.ts';
import { longDate } from '#domain/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useAsked } from '#src/notices/use-asked.ts';
import { patientSearchOptions, type PatientRow } from '#src/queries/patients.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './patients.module.css';

type ChooseOtherProps = {
  /** The id of the record that is merged: it cannot be its own target. */
  readonly notThis: string;
  readonly chosen: PatientRow | null;
  /** With null as soon as something else is searched for: who was chosen may not be among what is found. */
  readonly onChoose: (patient: PatientRow | null) => void;
};

/** Finds the record that stays when two are merged, and says last of all which one it is. One that is merged itself is not offered. */
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
        onChange={(typed) => {
          setSearch(typed);
          onChoose(null);
        }}
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
      {/* By itself: while an answer is on its way, the list may show others than the chosen one. */}
      {chosen !== null && (
        <Notice tone="warn" title={`Merge into ${formalName(chosen)}`} live>
          <p className="num">{longDate(chosen.dateOfBirth)}</p>
          <p className="num">{numbersInWords(chosen)}</p>
        </Notice>
      )}
    </div>
  );
}
