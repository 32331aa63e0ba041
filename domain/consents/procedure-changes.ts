import { procedureInWords, sideAndSiteWords, type ConsentProcedure } from './consent.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { frequencySentence } from '#domain/library/frequency.ts';
import { pairProcedures } from '#domain/library/procedure-pairs.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';

/** One difference between the form before and this one, in words that stand for themselves below the procedure's name. */
export type ConsentProcedureChange = {
  readonly kind: 'ADDED' | 'REMOVED' | 'CHANGED';
  /** the procedure in words, with its side; changes of one procedure follow one another */
  readonly procedure: string;
  readonly text: string;
};

type Change = Omit<ConsentProcedureChange, 'procedure'>;

/**
 * The differences between the procedures of the form before and those of this one, in the order of this form; procedures that are no
 * longer planned come last. Empty where there was no form before, or nothing changed.
 */
export function procedureChanges(old: readonly ConsentProcedure[], now: readonly ConsentProcedure[]): ConsentProcedureChange[] {
  if (old.length === 0) return [];
  const { pairs, left } = pairProcedures(old, now);
  const found = now.flatMap((each, at) => {
    const before = pairs[at];
    return named(each, before === undefined ? [added('New on this form')] : changesOf(before, each));
  });
  return [...found, ...left.flatMap((each) => named(each, [removed('No longer planned')]))];
}

function named(procedure: ConsentProcedure, changes: readonly Change[]): ConsentProcedureChange[] {
  return changes.map((change) => ({ ...change, procedure: procedureInWords(procedure) }));
}

function changesOf(old: ConsentProcedure, now: ConsentProcedure): Change[] {
  return [
    ...nameChanges(old, now),
    ...sideChanges(old, now),
    ...anaestheticChanges(old, now),
    ...riskChanges([...old.risks, ...old.personalRisks], [...now.risks, ...now.personalRisks]),
    ...listChanges('Benefit', textsOf(old.benefits), textsOf(now.benefits)),
    ...listChanges('Other choice', old.alternatives, now.alternatives),
    ...sectionChanges(old.sections ?? [], now.sections ?? []),
  ];
}

function nameChanges(old: ConsentProcedure, now: ConsentProcedure): Change[] {
  if (old.procedureName !== now.procedureName) return [changed('Name', now.procedureName, old.procedureName)];
  if (old.procedureDescription === now.procedureDescription) return [];
  return [{ kind: 'CHANGED', text: 'New words about what it is' }];
}

function sideChanges(old: ConsentProcedure, now: ConsentProcedure): Change[] {
  const before = sideAndSiteWords(old);
  const after = sideAndSiteWords(now);
  return before === after ? [] : [changed('Side', orNone(after), orNone(before))];
}

const ANAESTHETIC_WORDS = new Map([
  ['GENERAL', 'general (asleep)'],
  ['REGIONAL', 'regional (a part of the body is numb)'],
  ['LOCAL', 'local (the area is numb)'],
  ['SEDATION', 'sedation (drowsy)'],
  ['NONE', 'none'],
]);

function anaestheticChanges(old: ConsentProcedure, now: ConsentProcedure): Change[] {
  const before = anaestheticWords(old);
  const after = anaestheticWords(now);
  return before === after ? [] : [changed('Anaesthetic', after, before)];
}

function anaestheticWords({ anaesthetic }: ConsentProcedure): string {
  const words = anaesthetic.map((each) => ANAESTHETIC_WORDS.get(each) ?? each).toSorted();
  return orNone(words.join(', '), 'none named');
}

function riskChanges(old: readonly Risk[], now: readonly Risk[]): Change[] {
  const before = new Map(old.map((risk) => [risk.name, risk]));
  const names = new Set(now.map(({ name }) => name));
  const found = now.flatMap((risk) => {
    const same = before.get(risk.name);
    return same === undefined ? [added(`New risk: ${riskWords(risk)}`)] : riskChange(same, risk);
  });
  return [...found, ...old.filter(({ name }) => !names.has(name)).map(({ name }) => removed(`Risk taken off: ${name}`))];
}

function riskChange(old: Risk, now: Risk): Change[] {
  const before = frequencySentence(old.frequency);
  const after = frequencySentence(now.frequency);
  if (before !== after) return [changed(`Risk, ${now.name}`, after, before)];
  return old.text === now.text ? [] : [{ kind: 'CHANGED', text: `Risk, ${now.name}: new words` }];
}

function riskWords({ name, frequency }: Risk): string {
  return `${name}, ${frequencySentence(frequency)}`;
}

function listChanges(label: string, old: readonly string[], now: readonly string[]): Change[] {
  return [
    ...now.filter((text) => !old.includes(text)).map((text) => added(`New ${label.toLowerCase()}: ${text}`)),
    ...old.filter((text) => !now.includes(text)).map((text) => removed(`${label} taken off: ${text}`)),
  ];
}

type Sections = NonNullable<ConsentProcedure['sections']>;

/** A section is the same one by its id; without words that changed it is named nowhere. */
function sectionChanges(old: Sections, now: Sections): Change[] {
  const before = new Map(old.map((section) => [section.id, section]));
  const ids = new Set(now.map(({ id }) => id));
  const found = now.flatMap((section): Change[] => {
    const same = before.get(section.id);
    if (same === undefined) return [added(`New section: ${section.title}`)];
    if (same.title !== section.title) return [changed('Section', section.title, same.title)];
    return isSameValue(same.nodes, section.nodes) ? [] : [{ kind: 'CHANGED', text: `Section, ${section.title}: new words` }];
  });
  return [...found, ...old.filter(({ id }) => !ids.has(id)).map(({ title }) => removed(`Section taken off: ${title}`))];
}

function textsOf(benefits: ConsentProcedure['benefits']): string[] {
  return benefits.map(({ text }) => text);
}

function added(text: string): Change {
  return { kind: 'ADDED', text };
}

function removed(text: string): Change {
  return { kind: 'REMOVED', text };
}

function changed(label: string, now: string, before: string): Change {
  return { kind: 'CHANGED', text: `${label}: now ${now}. Before: ${before}` };
}

function orNone(words: string, none = 'none'): string {
  return words === '' ? none : words;
}
