import { counted } from '#domain/base/counted.ts';
import type { ChosenRow } from '#contract/theatre-sheet.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { SHEET_OUTCOME_WORDS, SHEET_OUTCOMES } from '#domain/theatre/theatre-sheet.ts';
import type { SheetRow } from '#src/queries/theatre-sheet.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

/** A person's answer to a clash: take the sheet's row, or leave it out. */
export type ClashAnswer = 'TAKE' | 'LEAVE';
/** The answers by row; a row without one is not answered yet. */
export type ClashAnswers = ReadonlyMap<number, ClashAnswer>;

type LineState = 'READY' | 'THERE' | 'FAULT' | 'ASK' | ClashAnswer;

/** The state of a row by its faults and answers. */
export function lineState(row: SheetRow, answers: ClashAnswers): LineState {
  if (row.errors.length > 0) return 'FAULT';
  if (row.isThere) return 'THERE';
  return row.clash === null ? 'READY' : (answers.get(row.row) ?? 'ASK');
}

export const LINE_STATES: Readonly<Record<LineState, { readonly tone: Tone; readonly words: string }>> = {
  READY: { tone: 'ok', words: 'Ready' },
  THERE: { tone: 'plain', words: 'Already there' },
  FAULT: { tone: 'stop', words: 'Not read' },
  ASK: { tone: 'warn', words: 'Please choose' },
  TAKE: { tone: 'ok', words: 'Will be saved' },
  LEAVE: { tone: 'plain', words: 'Left out' },
};

/** The rows that are written: those that fit, and those with a clash that a person chose. */
export function chosenRows(rows: readonly SheetRow[], answers: ClashAnswers): ChosenRow[] {
  return rows.flatMap((each): ChosenRow[] => {
    const state = lineState(each, answers);
    if (state === 'READY') return [{ row: each.row }];
    return state === 'TAKE' && each.clash !== null ? [{ row: each.row, clash: each.clash }] : [];
  });
}

/** The parts of a count in words: `3 ready, 1 to choose, 2 already there`. */
export function lineCounts(rows: readonly SheetRow[], answers: ClashAnswers): string {
  const count = (...states: readonly LineState[]) => rows.filter((row) => states.includes(lineState(row, answers))).length;
  return [
    [count('READY', 'TAKE'), 'ready'],
    [count('ASK'), 'to choose'],
    [count('LEAVE'), 'left out'],
    [count('FAULT'), 'not read'],
    [count('THERE'), 'already there'],
  ]
    .flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]))
    .join(', ');
}

export function rowsWords(count: number): string {
  return counted(count, 'row');
}

/** `Agreed, on paper`; a word that is no outcome as it was written. */
export function sheetOutcomeWords(written: string): string {
  const outcome = SHEET_OUTCOMES.find(
    (each) =>
      each ===
      written
        .trim()
        .toUpperCase()
        .replaceAll(/[\s-]+/g, '_'),
  );
  return outcome === undefined ? written : SHEET_OUTCOME_WORDS[outcome];
}

/** `Mary Beech, patient`. */
export function sheetSignerWords({ signer, role }: { readonly signer: string; readonly role: SignerRole | null }): string {
  return role === null ? signer : `${signer}, ${roleInText(role)}`;
}

/** A report in one line: outcome, time and signer. */
export function reportWords(before: SheetRow['before'][number], timeZone: string): string {
  return [SHEET_OUTCOME_WORDS[before.outcome], longTime(before.time, timeZone), sheetSignerWords(before)]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * The signers on the form, shown beside a handwritten name: `On the form: Mary Beech, patient`; empty where the row names nobody.
 */
export function namesWords({ shown, value }: SheetRow): string {
  const names = (shown?.signers ?? []).map(sheetSignerWords);
  return names.length === 0 || value.signer === '' ? '' : `On the form: ${names.join('; ')}`;
}
