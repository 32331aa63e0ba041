import type { MergeNote } from '#src/queries/merge-notes.ts';
import { fieldLabel, isShown, valueWords } from './field-words.ts';

type Lost = Extract<MergeNote, { kind: 'chosen' }>['clashes'][number];

/** The text of a merge note: a title, and a line for each field. */
export function noteWords(note: MergeNote): { readonly title: string; readonly lines: readonly string[] } {
  if (note.kind === 'chosen')
    return { title: 'Two people changed the same field, and one change was chosen', lines: note.clashes.map(lostWords) };
  return {
    title: 'The changes of two people were merged',
    lines: note.fields.filter(isShown).map(fieldLabel),
  };
}

/** The applied and the dropped value of one field. */
function lostWords({ field, mine, theirs, kept }: Lost): string {
  const words = (value: unknown) => valueWords(field, value, { library: {} });
  if (isStep(mine))
    return kept === 'mine' ? `${fieldLabel(field)}: your step was used` : `${fieldLabel(field)}: your step was not used`;
  return kept === 'mine'
    ? `${fieldLabel(field)}: ${words(mine)} (yours) stays. Not kept: ${words(theirs)}`
    : `${fieldLabel(field)}: ${words(theirs)} stays. Not kept: ${words(mine)} (yours)`;
}

/** A merge note identifies a state transition by the name of its call. */
function isStep(mine: unknown): boolean {
  return typeof mine === 'string' && /^(?:patientUpdateStatus|(?:consent|record)[A-Z]\w+)$/.test(mine);
}
