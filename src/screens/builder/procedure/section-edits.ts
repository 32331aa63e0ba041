import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { ownSectionsBeside } from '#domain/library/procedure-sections.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';

/** A section as the builder lists it: on the form, or left out and to be put back. */
export type SectionLine = {
  readonly section: StoredSection;
  /** FORM: a colleague's, or one that its author has taken away since */
  readonly origin: 'LIBRARY' | 'OWN' | 'FORM';
  readonly isOnForm: boolean;
  /** this person's present words, where the form has others */
  readonly newer: StoredSection | null;
};

type Known = { readonly library: readonly StoredSection[]; readonly own: readonly StoredSection[] };
type Chosen = Pick<ConsentProcedure, 'sections'>;

/** The sections of a form, and behind them those of the library and of this person that are not on it. */
export function sectionLines({ sections }: Chosen, { library, own }: Known): SectionLine[] {
  const shown = sections ?? [];
  const beside = ownSectionsBeside(library, own);
  const isOf = (list: readonly StoredSection[], { id }: StoredSection) => list.some((each) => each.id === id);
  const originOf = (section: StoredSection) => (isOf(library, section) ? 'LIBRARY' : isOf(beside, section) ? 'OWN' : 'FORM');
  const newerOf = (section: StoredSection) => {
    const mine = beside.find(({ id }) => id === section.id);
    return mine === undefined || isSameValue(mine, section) ? null : mine;
  };
  const leftOut = [...library, ...beside].filter((each) => !isOf(shown, each));
  return [
    ...shown.map((section) => ({ section, origin: originOf(section), isOnForm: true, newer: newerOf(section) }) as const),
    ...leftOut.map((section) => ({ section, origin: originOf(section), isOnForm: false, newer: null }) as const),
  ];
}

/** The form's sections without one of them. */
export function leaveOutSection({ sections }: Chosen, { id }: StoredSection): StoredSection[] {
  return (sections ?? []).filter((each) => each.id !== id);
}

/** The form's sections with this one: in its place, or at the end. */
export function putSection({ sections }: Chosen, section: StoredSection): StoredSection[] {
  const present = sections ?? [];
  if (present.some(({ id }) => id === section.id)) return present.map((each) => (each.id === section.id ? section : each));
  return [...present, section];
}
