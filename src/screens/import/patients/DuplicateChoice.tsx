import { formalName } from '#domain/patients/patient-name.ts';
import { DUPLICATE_REASON_WORDS } from '#domain/patients/patient-words.ts';
import { isPlainDate, shortDate } from '#domain/values/plain-date.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { CONTACT_FIELDS } from '#domain/patients/restricted.ts';
import { useMay } from '#src/session/permissions.ts';
import { ChoiceCards, type Choice } from '#src/ui/fields/ChoiceCards.tsx';
import { newContact, type DuplicateAnswer, type HereAlready, type PatientLine } from './patient-lines.ts';
import styles from '../import.module.css';

const NEW_WORDS = { phoneNumber: 'telephone', emailAddress: 'email', address: 'address' } as const;

type DuplicateChoiceProps = { readonly line: PatientLine; readonly onAnswer: (change: Pick<PatientLine, 'answer'>) => void };

/** A row beside the record that may be of the same person, and the answers; "Another person" is never chosen for anybody. */
export function DuplicateChoice({ line, onAnswer }: DuplicateChoiceProps) {
  const mayWrite = useMay('patients.write');
  const [here, ...others] = line.possibleDuplicates;
  const changed = Object.keys(mayWrite ? newContact(line) : {}).flatMap((field) =>
    CONTACT_FIELDS.filter((each) => each === field),
  );
  const choices: Choice<DuplicateAnswer>[] = [
    { value: 'LEAVE_OUT', label: 'Same: leave out' },
    ...(changed.length === 0
      ? []
      : [{ value: 'NEW_CONTACT', label: `Same: new ${changed.map((field) => NEW_WORDS[field]).join(' and ')}` } as const]),
    { value: 'ANOTHER_PERSON', label: 'Another person' },
  ];
  return (
    <div className={styles.choice}>
      {here !== undefined && (
        <div className={styles.two}>
          <Record title="In the file" texts={textsInFile(line)} other={textsHere(here)} />
          <Record
            title={`Here already, ${here.patient.recordID ?? 'no number yet'}`}
            texts={textsHere(here)}
            other={textsInFile(line)}
            note={DUPLICATE_REASON_WORDS[here.reason]}
          />
        </div>
      )}
      {others.length > 0 && (
        <p className={styles.hint}>
          {`Also like ${others.map(({ patient }) => `${formalName(patient)} (${patient.recordID ?? 'no number yet'})`).join(', ')}.`}
        </p>
      )}
      {here === undefined && (
        <p className={styles.hint}>{`May be the same person as row ${line.sameAs.join(', ')} of this file.`}</p>
      )}
      <ChoiceCards
        id={`row-${line.row}-answer`}
        label={`Row ${line.row}: the same person?`}
        choices={choices}
        value={line.answer}
        onChange={(answer) => onAnswer({ answer })}
      />
    </div>
  );
}

type RecordProps = {
  readonly title: string;
  readonly texts: ReadonlyMap<string, string>;
  /** the texts of the other record; differences from them are marked */
  readonly other: ReadonlyMap<string, string>;
  readonly note?: string;
};

function Record({ title, texts, other, note }: RecordProps) {
  const isNew = (field: string) => (texts.get(field) ?? '') !== '' && texts.get(field) !== other.get(field);
  const marked = (field: string, words: string) =>
    isNew(field) ? (
      <mark>
        {words}
        <span className="visually-hidden"> (differs)</span>
      </mark>
    ) : (
      words
    );
  const text = (field: string) => texts.get(field) ?? '';
  const nhs = text('nhsNumber');
  return (
    <div className={styles.record}>
      <small>{title}</small>
      <span>{formalName({ firstName: text('firstName'), lastName: text('lastName') })}</span>
      <span className="num">
        {marked('dateOfBirth', isPlainDate(text('dateOfBirth')) ? shortDate(text('dateOfBirth')) : text('dateOfBirth'))}
        {' · '}
        {nhs === '' ? 'no NHS number' : marked('nhsNumber', spacedNhsNumber(nhs))}
      </span>
      {['hospitalNumber', ...CONTACT_FIELDS].map((field) =>
        text(field) === '' ? null : (
          <span key={field} className="num">
            {marked(field, text(field))}
          </span>
        ),
      )}
      {note !== undefined && <strong>{note}</strong>}
    </div>
  );
}

function textsHere({ patient }: HereAlready): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(patient).flatMap(([field, value]) =>
      typeof value === 'string' && value !== '' ? [[field, value] as const] : [],
    ),
  );
}

function textsInFile({ value }: PatientLine): ReadonlyMap<string, string> {
  return new Map(Object.entries(value).flatMap(([field, each]) => (typeof each === 'string' ? [[field, each] as const] : [])));
}
