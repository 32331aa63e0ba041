import type { TabletNote } from '#src/queries/notes-here.ts';
import { fieldLabel, isShown, valueWords } from './field-words.ts';

type Lost = Extract<TabletNote, { kind: 'chosen' }>['clashes'][number];

/** What a note says, in words: a title, and a line for each field. */
export function noteWords(note: TabletNote): { readonly title: string; readonly lines: readonly string[] } {
  if (note.kind === 'chosen')
    return { title: 'Two people changed the same, and one was chosen', lines: note.clashes.map(lostWords) };
  return {
    title: 'The changes of two people were put together',
    lines: note.fields.filter(isShown).map(fieldLabel),
  };
}

/** What stays of one field, and what does not. */
function lostWords({ field, mine, theirs, kept }: Lost): string {
  const words = (value: unknown) => valueWords(field, value, { library: {} });
  if (isStep(mine))
    return kept === 'mine' ? `${fieldLabel(field)}: your step was taken` : `${fieldLabel(field)}: your step was not taken`;
  return kept === 'mine'
    ? `${fieldLabel(field)}: ${words(mine)} (yours) stays. Not kept: ${words(theirs)}`
    : `${fieldLabel(field)}: ${words(theirs)} stays. Not kept: ${words(mine)} (yours)`;
}

/** A move of a state stands in a note by the name of its call. */
function isStep(mine: unknown): boolean {
  return typeof mine === 'string' && /^(?:patientUpdateStatus|(?:consent|record)[A-Z]\w+)$/.test(mine);
}
