import { capitalised } from '#domain/base/capitalised.ts';
import { PATIENT_CHANGE_WORDS, type HistoryField, type HistoryValue } from '#domain/patients/patient-history.ts';
import { historyFieldLabel, patientFieldWords } from '#domain/patients/patient-words.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import type { PatientHistoryEntry } from '#src/queries/patient-history.ts';

type Change = PatientHistoryEntry['changes'][number];

/** A line of the history as people read it. @param zone - IANA name */
export function historyWords(entry: PatientHistoryEntry, zone: string) {
  const { kind, by, device, capturedAt, enteredAt, recordID, name, reason, changes, isIntact } = entry;
  const other = [recordID, name].filter((part) => part !== undefined).join(' ');
  // Of a merge the other record is named by its number.
  const listed = changes.filter(({ field }) => field !== 'mergedInto');
  return {
    title: PATIENT_CHANGE_WORDS[kind],
    who: device === null ? by : `${by}, on ${device}`,
    lines: [
      ...(other === '' ? [] : [other]),
      ...listed.map((change) => changeWords(entry, change)),
      ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ...(enteredAt === undefined ? [] : [`Entered on ${device ?? 'the tablet'}: ${longTime(enteredAt, zone)}`]),
      ...(capturedAt === null ? [] : [`On the tablet: ${longTime(capturedAt, zone)}`]),
      ...(isIntact ? [] : ['This line is not as it was written. Please tell your administrator.']),
    ],
    isIntact,
  };
}

function changeWords({ kind, by }: PatientHistoryEntry, { field, from, to, resolution, hidden }: Change): string {
  const label = historyFieldLabel(field);
  if (kind === 'COMBINED' && resolution === 'BOTH') return label;
  if (hidden === true) return `${label}: hidden`;
  if (kind === 'CREATED' || kind === 'IMPORTED') return `${label}: ${valueWords(field, to)}`;
  if (resolution === undefined) return `${label}: from ${valueWords(field, from)} to ${valueWords(field, to)}`;
  const lost = `${label}, not kept: ${valueWords(field, from)}`;
  if (resolution === 'THEIRS') return `${lost}, entered by ${by}. ${capitalised(valueWords(field, to))} stays.`;
  return `${lost}, which was saved before. ${capitalised(valueWords(field, to))}, entered by ${by}, stays.`;
}

function valueWords(field: HistoryField, value: HistoryValue): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const status = PATIENT_STATUSES.find((each) => each === value);
  if (field === 'status' && status !== undefined) return patientStatusWords(status).words;
  return field === 'status' || field === 'mergedInto' ? value : patientFieldWords(field, value);
}
