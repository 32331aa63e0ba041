import { PATIENT_IMPORT } from '#domain/imports/import-patient.ts';
import { isPlainDate, shortDate } from '#domain/values/plain-date.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { findDuplicates } from '#src/queries/patients.ts';
import { serverNow } from '#src/device/clock.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { Tone } from '#src/ui/theme/tone.ts';
import { Checkbox } from '@mantine/core';
import { DuplicateChoice } from './DuplicateChoice.tsx';
import {
  importFieldOfPath,
  isLikelyDuplicate,
  patientLineState,
  textsOfValue,
  withText,
  type ImportLine,
  type LineState,
} from './import-lines.ts';
import { changeLine } from './import-store.ts';
import { withDuplicates } from './import-duplicates.ts';
import styles from '../import.module.css';

const STATES: Readonly<Record<LineState, { readonly tone: Tone; readonly words: string }>> = {
  MEND: { tone: 'stop', words: 'Mend' },
  DUPLICATE: { tone: 'warn', words: 'Here already?' },
  TWICE: { tone: 'warn', words: 'Twice in file?' },
  CHECK: { tone: 'warn', words: 'Please check' },
  LEFT_OUT: { tone: 'plain', words: 'Left out' },
  MENDED: { tone: 'ok', words: 'Mended' },
  READY: { tone: 'ok', words: 'Ready' },
  UPDATED: { tone: 'ok', words: 'Details saved' },
  IMPORTED: { tone: 'ok', words: 'Imported' },
};
/** Fields that two records of one person share: a change of one is compared with the patients who are here. */
const IDENTITY: readonly string[] = ['lastName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber'];

/** One row of the file: who it is, what is wrong, and the fields in which it is mended. */
export function ImportRow({ line }: { readonly line: ImportLine }) {
  const state = patientLineState(line);
  const { tone, words } = STATES[state];
  const texts = textsOfValue(line.value);
  const name = nameOf(texts);
  const born = texts.get('dateOfBirth') ?? '';
  const nhs = texts.get('nhsNumber') ?? '';
  return (
    <li className={styles.row} data-tone={state === 'MEND' ? 'stop' : isLikelyDuplicate(line) ? 'warn' : undefined}>
      <div className={styles.line}>
        <span className={styles.check}>
          {line.errors.length === 0 && line.recordID === null && !isLikelyDuplicate(line) && (
            <Checkbox
              aria-label={`Import row ${line.row}, ${name}`}
              checked={line.isChosen}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked;
                changeLine(line.row, (each) => ({ ...each, isChosen }));
              }}
            />
          )}
        </span>
        <span className={`${styles.number} num`}>
          <span className="visually-hidden">Row </span>
          {line.row}
        </span>
        <strong className={styles.name}>{name}</strong>
        <span className={`${styles.born} num`}>
          <span className="visually-hidden">Born </span>
          {isPlainDate(born) ? shortDate(born) : born}
        </span>
        <span className={`${styles.nhs} num`}>
          <span className="visually-hidden">NHS number </span>
          {/^\d{10}$/.test(nhs) ? spacedNhsNumber(nhs) : nhs === '' ? 'none' : nhs}
        </span>
        <span className={styles.state}>
          <StateChip tone={tone}>{words}</StateChip>
          {line.recordID !== null && <span className="num">{line.recordID}</span>}
        </span>
      </div>
      {line.recordID === null && <MendFields line={line} texts={texts} />}
      {line.warnings.map(({ message }) => (
        <p key={message} className={styles.hint}>
          {message}
        </p>
      ))}
      {isLikelyDuplicate(line) && <DuplicateChoice line={line} />}
    </li>
  );
}

function MendFields({ line, texts }: { readonly line: ImportLine; readonly texts: ReadonlyMap<string, string> }) {
  const paths = line.faulty.filter((path) => path !== '');
  const whole = line.errors.find(({ path }) => path === '');
  const change = (path: string, text: string) => changeLine(line.row, (each) => withText(each, path, { text, now: serverNow() }));
  return (
    <>
      {whole !== undefined && <p className={styles.fault}>{whole.message}</p>}
      {paths.length > 0 && (
        <div className={styles.mend}>
          {paths.map((path) => {
            const field = importFieldOfPath(path);
            return (
              <TextField
                key={path}
                id={`row-${line.row}-${field}`}
                label={PATIENT_IMPORT[field].label}
                error={line.errors.find((each) => each.path === path)?.message}
                value={texts.get(field) ?? ''}
                onChange={(text) => change(path, text)}
                onBlur={() => IDENTITY.includes(field) && void withDuplicates(line.row, findDuplicates)}
              />
            );
          })}
        </div>
      )}
    </>
  );
}

function nameOf(texts: ReadonlyMap<string, string>): string {
  const lastName = texts.get('lastName') ?? '';
  const firstName = texts.get('firstName') ?? '';
  return lastName === '' ? firstName || 'No name' : formalName({ lastName, firstName });
}
