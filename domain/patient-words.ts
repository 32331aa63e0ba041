import { spacedNhsNumber } from './nhs-number.ts';
import { ageOn } from './plain-date.ts';

/** What each field of a patient is called, in forms, details, conflicts and what waits to be sent alike. */
export const PATIENT_LABELS = {
  lastName: 'Last name',
  firstName: 'First name',
  dateOfBirth: 'Date of birth',
  nhsNumber: 'NHS number',
  hospitalNumber: 'Hospital number',
  sex: 'Sex',
  phoneNumber: 'Phone number',
  emailAddress: 'Email',
  address: 'Address',
  language: 'Language',
  interpreterNeeded: 'Interpreter needed',
  format: 'Reading format',
} as const;

type Numbered = { nhsNumber: string | null; recordID: string | null };

/** The numbers under a name, each of which must not be broken: `NHS 999 000 0018` and `P-000412`. */
export function numbersOf({ nhsNumber, recordID }: Numbered): readonly string[] {
  const nhs = nhsNumber === null ? 'No NHS number' : `NHS ${spacedNhsNumber(nhsNumber)}`;
  return recordID === null ? [nhs] : [nhs, recordID];
}

/** The numbers in one line: `NHS 999 000 0018 · P-000412`. */
export function numbersInWords(patient: Numbered): string {
  return numbersOf(patient).join(' · ');
}

/** An age as staff say it: `76 years`, under two years in months, under one month in days. Both are plain dates. */
export function ageInWords(birth: string, on: string): string {
  if (on < birth) return 'not born yet';
  const years = ageOn(birth, on);
  if (years >= 2) return `${years} years`;
  const months = monthsBetween(birth, on);
  return months >= 1 ? counted(months, 'month') : counted(daysBetween(birth, on), 'day');
}

function monthsBetween(from: string, to: string): number {
  const whole = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return to.slice(8) < from.slice(8) ? whole - 1 : whole;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
