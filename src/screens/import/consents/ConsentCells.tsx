import { CONSENT_IMPORT } from '#domain/imports/import-consent.ts';
import { sideAndSiteWords } from '#domain/consents/consent.ts';
import { asSide } from '#domain/base/states.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { isPlainDate, localDate, shortDate } from '#domain/values/plain-date.ts';
import { textOf } from '../lines.ts';
import styles from '../import.module.css';
import { otherNameOf, type ConsentLine } from './consent-lines.ts';

const STATES: Readonly<Record<string, string>> = CONSENT_IMPORT.status.choices;

/** Whose consent it is: the patient of the record once there is one, else as the file says. */
export function WhoCell({ line }: { readonly line: ConsentLine }) {
  const otherName = otherNameOf(line);
  return (
    <>
      <strong>{consentNameOf(line)}</strong>
      {otherName !== null && <span className={styles.hint}>{`In the file: ${otherName}`}</span>}
      <span className={`${styles.hint} ${styles.ids}`}>
        {identifiers(line).map((each) => (
          <span key={each}>{each}</span>
        ))}
      </span>
    </>
  );
}

/** The procedure and its side, as the library and the row have them. */
export function WhatCell({ line: { procedure, side, texts } }: { readonly line: ConsentLine }) {
  const sideOfFile = asSide(texts.side);
  return (
    <>
      <span>{procedure?.procedureName ?? texts.procedure ?? 'No procedure'}</span>
      <span className={styles.hint}>{sideAndSiteWords({ side: side ?? sideOfFile, site: '' })}</span>
    </>
  );
}

/** The state of the consent, and the day of its signature. */
export function WhenCell({ line, timeZone }: { readonly line: ConsentLine; readonly timeZone: string }) {
  const status = textOf(line, 'status');
  return (
    <>
      <span>{STATES[status] ?? (status || 'No state')}</span>
      <span className={styles.hint}>{dayWords(textOf(line, 'signedAt'), timeZone)}</span>
    </>
  );
}

/** The patient's name in a consent's row. */
export function consentNameOf(line: ConsentLine): string {
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
  if (isPlainDate(signed)) return shortDate(signed);
  const at = Date.parse(signed);
  return Number.isNaN(at) ? signed : shortDate(localDate(at, timeZone));
}
