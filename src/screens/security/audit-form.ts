import { PatientNumber } from '#domain/patient-number.ts';
import { isPlainDate } from '#domain/plain-date.ts';
import * as v from 'valibot';

/** The fields above the trail, as typed. */
export type AuditFields = { readonly day: string; readonly person: string; readonly patient: string };
export type AuditProblems = { readonly day?: string | undefined; readonly patient?: string | undefined };

/** The problems of a question, by field; empty for one that can be asked. Every day is read of one patient alone. */
export function auditProblems({ day, patient }: AuditFields): AuditProblems {
  const number = patient.trim();
  const found: AuditProblems = {
    day:
      day === ''
        ? number === ''
          ? 'Enter a day, or the number of a patient'
          : undefined
        : isPlainDate(day)
          ? undefined
          : 'Enter a real date',
    patient: number === '' ? undefined : v.safeParse(PatientNumber, number).issues?.[0].message,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** A question in words, above its answer: `6 August 2026, Patient P-000123`. @param dayWords - a plain date for people */
export function questionWords({ day, person, patient }: AuditFields, dayWords: (day: string) => string): string {
  return [
    day === '' ? 'All days' : dayWords(day),
    ...(patient === '' ? [] : [`patient ${patient.toUpperCase()}`]),
    ...(person === '' ? [] : [`“${person}”`]),
  ].join(', ');
}
