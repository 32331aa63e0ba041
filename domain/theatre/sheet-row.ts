import { hasInk } from '#domain/values/ink.ts';
import { cellFault, readChoice, readDate } from '#domain/imports/import-readings.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { SHEET_FIELDS, SHEET_OPEN, SHEET_OUTCOMES, type SheetEntry, type SheetField, type SheetValue } from './theatre-sheet.ts';
import { instantAt } from '#domain/values/wall-time.ts';
import { MINUTE } from '#domain/base/limits.ts';

/** A fault at a field of a row. */
export type SheetFault = { path: SheetField | 'code'; message: string };

type ReadAt = {
  /** the day of the operation on the sheet: a time alone is of that day */
  readonly date: string;
  /** IANA name */
  readonly timeZone: string;
  /** epoch ms */
  readonly now: number;
  /** fields whose letters look as if they had been read wrongly */
  readonly misread?: readonly SheetField[];
};

/** Whether anything was filled in. */
export function isFilledIn(value: SheetValue): boolean {
  return SHEET_FIELDS.some((field) => value[field] !== '');
}

/** Reads the open cells of a row; `entry` is there without faults alone. */
export function readEntry(value: SheetValue, { misread = [], ...at }: ReadAt): { entry?: SheetEntry; faults: SheetFault[] } {
  const faults: SheetFault[] = [];
  for (const field of SHEET_FIELDS) {
    const { heading, most } = SHEET_OPEN[field];
    // `Signer, role` is the signer in a sentence.
    const [label = heading] = heading.split(',');
    const unread = cellFault(value[field], label);
    if (unread !== undefined) faults.push({ path: field, message: unread });
    else if (misread.includes(field))
      faults.push({ path: field, message: `The ${label} looks as if letters were read wrongly. Enter it again.` });
    else if (value[field].length > most) faults.push({ path: field, message: `${heading}: at most ${most} characters` });
    // A document and a timeline hold no control characters.
    else if (/(?!\n)\p{Cc}/u.test(value[field]))
      faults.push({ path: field, message: `${heading} holds a character that cannot be stored` });
  }
  const outcome = outcomeOf(value.outcome);
  if (outcome === undefined) faults.push({ path: 'outcome', message: OUTCOME_FAULT });
  const time = readTime(value.time, at);
  if ('fault' in time) faults.push({ path: 'time', message: time.fault });
  const { name, role } = readSigner(value.signer);
  if ((outcome === 'AGREED' || outcome === 'DECLINED') && !hasInk(name))
    faults.push({ path: 'signer', message: 'Write who it was, and the role behind a comma, such as: Mary Beech, patient' });
  if (faults.length > 0 || outcome === undefined || 'fault' in time) return { faults };
  const { clinician, interpreter, note } = value;
  return { entry: { outcome, time: time.value, signer: name, role, clinician, interpreter, note }, faults };
}

const OUTCOME_FAULT = `The outcome must be one of ${SHEET_OUTCOMES.join(', ')}`;

function outcomeOf(text: string): SheetEntry['outcome'] | undefined {
  return readChoice(text, {
    options: { AGREED: 'Agree', DECLINED: 'Decline', MORE_TIME: 'Needs more time', WITHDRAWN: 'Withdraw' },
  });
}

const CLOCK = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?$/;
const DAY_AND_CLOCK = /^(.+?)[\sT,]+(?:at\s+)?(\d{1,2}[:.]\d\d(?::\d\d)?)$/i;
/** A time of day as a spreadsheet counts it, where a cell lost its format: a part of a day. `0.30` is half past midnight. */
const PART_OF_DAY = /^0?\.\d{3,}$/;
const LAST_MINUTE = 24 * 60 - 1;

/** A time as ISO: `14:05` on the day of the operation, or with its own day, `25/11/2026 14:05`. */
function readTime(text: string, { date, timeZone, now }: ReadAt): { value: string } | { fault: string } {
  const [, writtenDay, writtenClock] = DAY_AND_CLOCK.exec(text) ?? [];
  const clock = clockOf(writtenClock ?? text);
  if (clock === undefined) return { fault: 'Write the time like 14:05, or with its day like 25/11/2026 14:05' };
  const day = writtenDay === undefined ? { value: date } : readDate(writtenDay, 'day');
  if ('fault' in day) return day;
  const value = instantAt(`${day.value}T${clock}`, timeZone);
  if (value === null) return { fault: 'Write the time like 14:05, or with its day like 25/11/2026 14:05' };
  if (Date.parse(value) <= now) return { value };
  return {
    fault:
      writtenDay === undefined && date > localDate(now, timeZone)
        ? 'The operation is on a later day. Write the day as well, like 25/11/2026 14:05.'
        : 'The time must not be in the future',
  };
}

function clockOf(text: string): string | undefined {
  const [, hour, minute] = CLOCK.exec(text) ?? [];
  if (hour !== undefined) return `${hour.padStart(2, '0')}:${minute}`;
  if (!PART_OF_DAY.test(text)) return undefined;
  const minutes = Math.min(Math.round(Number(text) * 24 * 60), LAST_MINUTE);
  return new Date(minutes * MINUTE).toISOString().slice(11, 16);
}

/**
 * `Mary Beech, patient`: the words behind the last comma are the role where they name one, by its word or by that of the wire. Sheets
 * of builds before said *Confirmer* and *Consultee*, which are the words of the wire.
 */
export function readSigner(text: string): { name: string; role: SignerRole | null } {
  const comma = text.lastIndexOf(',');
  const role = comma === -1 ? undefined : readChoice(text.slice(comma + 1), { options: ROLE_WORDS });
  return role === undefined ? { name: text, role: null } : { name: text.slice(0, comma).trim(), role };
}
