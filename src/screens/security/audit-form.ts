import type { AuditShown } from '#domain/audit/audit-trail.ts';
import { PatientNumber } from '#domain/patients/patient-number.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import type { AuditQuestion } from '#src/queries/audit.ts';
import * as v from 'valibot';

export type AuditProblems = { readonly day?: string | undefined; readonly patient?: string | undefined };

/** The parts of the trail in words, in the order of the choice. */
export const SHOWN_WORDS: Readonly<Record<AuditShown, string>> = {
  ALL: 'Everything',
  READ: 'Records read',
  CHANGE: 'Records changed',
  REASON: 'Opened with a reason',
  SECURITY: 'Accounts and security',
};

/** The problems of a question, by field; empty for one that can be asked. Every day is read of one patient or person, and of reasons. */
export function auditProblems({ day, patient, show, member }: AuditQuestion): AuditProblems {
  const number = patient.trim();
  const mayLackDay = number !== '' || show === 'REASON' || member !== null;
  const found: AuditProblems = {
    day:
      day === ''
        ? mayLackDay
          ? undefined
          : 'Enter a day, or the number of a patient'
        : isPlainDate(day)
          ? undefined
          : 'Enter a real date',
    patient: number === '' ? undefined : v.safeParse(PatientNumber, number).issues?.[0].message,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** A question in words, above its answer: `6 August 2026, patient P-000123`. @param dayWords - a plain date for people */
export function questionWords({ day, person, patient, show, member }: AuditQuestion, dayWords: (day: string) => string): string {
  return [
    day === '' ? 'All days' : dayWords(day),
    ...(patient === '' ? [] : [`patient ${patient.toUpperCase()}`]),
    ...(member === null ? [] : [member.name]),
    ...(person === '' ? [] : [`“${person}”`]),
    ...(show === 'ALL' ? [] : [SHOWN_WORDS[show].toLowerCase()]),
  ].join(', ');
}

/** How often records of other teams were opened: `Opened with a reason, outside the own team: 2 today …`. */
export function reasonsWords({ lastDay, lastWeek }: { readonly lastDay: number; readonly lastWeek: number }): string {
  return `Records outside the own team that were opened with a reason: ${lastDay} in 24 hours, ${lastWeek} in 7 days.`;
}
