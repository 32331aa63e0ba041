import { longTime } from '#domain/values/plain-date.ts';

/** One answer in words; boxed where nobody may miss it. `options`: the answers that it can have, where they are counted. */
export type CapacityLine = { label: string; text: string; isBoxed?: boolean; options?: readonly string[] };
export type CapacitySection = { title: string; lines: CapacityLine[] };

export const UNANSWERED_LINE = 'Not answered';

/** An answer of yes or no. */
export function yesNoLine(label: string, answer: boolean | null): CapacityLine {
  return { label, text: answer === null ? UNANSWERED_LINE : answer ? 'Yes' : 'No', options: ['Yes', 'No'] };
}

/** An answer in the patient's or the clinician's own words. */
export function textLine(label: string, text: string): CapacityLine {
  return { label, text: text === '' ? UNANSWERED_LINE : text };
}

/** One of several answers. */
export function choiceLine<Option extends string>(
  label: string,
  answer: Option | null,
  words: Readonly<Record<Option, string>>,
): CapacityLine {
  return { label, text: answer === null ? UNANSWERED_LINE : words[answer], options: Object.values<string>(words) };
}

/** A moment. @param zone - IANA name */
export function timeLine(label: string, instant: string | null, zone: string): CapacityLine {
  return { label, text: instant === null ? UNANSWERED_LINE : longTime(instant, zone) };
}

/** The lines of questions that are asked in some cases alone: all of them where they are asked, else those that hold an answer. */
export function dependentLines(applies: boolean, lines: readonly CapacityLine[]): CapacityLine[] {
  return lines.filter(({ text }) => applies || text !== UNANSWERED_LINE);
}
