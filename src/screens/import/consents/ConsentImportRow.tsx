import { IMPORTED_STATUS_WORDS } from '#domain/imports/import-consent.ts';
import { sideAndSiteWords } from '#domain/consents/consent.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { isPlainDate, localDate, shortDate } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { Tone } from '#src/ui/theme/tone.ts';
import { Checkbox } from '@mantine/core';
import styles from '../import.module.css';
import { otherNameOf, stateOf, textOf, withChoice, type ConsentLine, type ConsentLineState } from './consent-lines.ts';
import { consentStore } from './consent-store.ts';
import { MendConsent } from './MendConsent.tsx';
import type { useMending } from './use-consents.ts';

const STATES: Readonly<Record<ConsentLineState, { readonly tone: Tone; readonly words: string }>> = {
  CHECKING: { tone: 'warn', words: 'Not checked' },
  MEND: { tone: 'stop', words: 'Mend' },
  TWICE: { tone: 'warn', words: 'Choose one' },
  WHO: { tone: 'warn', words: 'Same person?' },
  LEFT_OUT: { tone: 'plain', words: 'Left out' },
  CHECK: { tone: 'warn', words: 'Please check' },
  MENDED: { tone: 'ok', words: 'Mended' },
  READY: { tone: 'ok', words: 'Ready' },
  IMPORTED: { tone: 'ok', words: 'Imported' },
};
const STATUS_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(IMPORTED_STATUS_WORDS));

type Props = { readonly line: ConsentLine; readonly mending: ReturnType<typeof useMending> };

/** One row of the file: whose consent it is, to what and when, what is wrong, and the fields in which it is mended. */
export function ConsentImportRow({ line, mending }: Props) {
  const { timeZone } = useProduct();
  const state = stateOf(line);
  const { tone, words } = STATES[state];
  const name = nameOf(line);
  const otherName = otherNameOf(line);
  const signed = textOf(line, 'signedAt');
  const status = textOf(line, 'status');
  return (
    <li className={styles.row} data-tone={state === 'MEND' ? 'stop' : undefined}>
      <div className={`${styles.line} ${styles.consent}`}>
        <span className={styles.check}>
          {line.errors.length === 0 && line.recordID === undefined && !line.isUnchecked && (
            <Checkbox
              aria-label={`Import row ${line.row}, ${name}`}
              checked={line.isChosen}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked;
                consentStore.change(({ lines }) => ({ lines: withChoice(lines, line.row, isChosen) }));
              }}
            />
          )}
        </span>
        <span className={`${styles.number} num`}>
          <span className="visually-hidden">Row </span>
          {line.row}
        </span>
        <span className={styles.who}>
          <strong className={styles.name}>{name}</strong>
          {otherName !== null && <span className={styles.hint}>{`In the file: ${otherName}`}</span>}
          <span className={`${styles.hint} ${styles.ids} num`}>
            {identifiers(line).map((each) => (
              <span key={each}>{each}</span>
            ))}
          </span>
        </span>
        <span className={styles.what}>
          <span>{line.procedure?.procedureName ?? (textOf(line, 'procedure') || 'No procedure')}</span>
          <span className={styles.hint}>{sideAndSiteWords({ side: line.side, site: '' })}</span>
        </span>
        <span className={styles.when}>
          <span>{STATUS_WORDS.get(status) ?? (status || 'No state')}</span>
          <span className={`${styles.hint} num`}>{dayWords(signed, timeZone)}</span>
        </span>
        <span className={styles.state}>
          <StateChip tone={tone}>{words}</StateChip>
        </span>
      </div>
      {line.warnings.map(({ message }) => (
        <p key={message} className={styles.hint}>
          {message}
        </p>
      ))}
      {line.recordID === undefined && <MendConsent line={line} mending={mending} />}
    </li>
  );
}

/** The patient of the record once there is one, else as the file says. */
function nameOf(line: ConsentLine): string {
  if (line.patient !== null) return formalName(line.patient);
  const [lastName, firstName] = [textOf(line, 'lastName'), textOf(line, 'firstName')];
  return lastName === '' ? firstName || 'No patient found' : formalName({ lastName, firstName });
}

/** Birth date and number, as far as they are known. */
function identifiers(line: ConsentLine): string[] {
  const born = line.patient?.dateOfBirth ?? textOf(line, 'dateOfBirth');
  const number = line.patient?.recordID ?? textOf(line, 'nhsNumber');
  return [isPlainDate(born) ? shortDate(born) : born, number].filter((each) => each !== '');
}

function dayWords(signed: string, timeZone: string): string {
  if (signed === '' || isPlainDate(signed)) return signed === '' ? '' : shortDate(signed);
  const at = Date.parse(signed);
  return Number.isNaN(at) ? signed : shortDate(localDate(at, timeZone));
}
