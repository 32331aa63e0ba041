import * as v from 'valibot';
import type { StoredSection } from './stored-section.ts';
import { blocksOf } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { composedNodes } from '#domain/templates/template-texts.ts';
import { isSignatureBlock } from '#domain/templates/template-words.ts';
import { SingleLine, Uuid } from '#domain/values/text.ts';

/** Sections of one procedure, and own sections of one person for it (interop.md section 8). */
export const SECTIONS_MOST = 10;
/** Longest title of a section, in characters [choice]. */
export const SECTION_TITLE_MOST = 200;
/** Characters of text in one section: the profile of a person has all of theirs [choice]. */
export const SECTION_TEXT_MOST = 5000;
/** Nodes in one section, at any depth, so that one without words takes no room either [choice]. */
export const SECTION_NODES_MOST = 300;
/** Procedures for which one person has own sections [choice]. */
export const PERSONAL_PROCEDURES_MOST = 50;
/** Characters of all own sections of one person as they are stored: each sign-in brings them [choice]. */
export const PERSONAL_SECTIONS_SIZE_MOST = 500_000;

/** The text of a section: that of a template, without places to sign. */
export const SectionNodes = v.pipe(
  TemplateNodes,
  v.check((nodes) => !blocksOf(nodes).some(isSignatureBlock), 'A section has no places to sign'),
  v.transform((nodes) => composedNodes(nodes)),
);

export const SectionTitle = SingleLine({ label: 'Title', least: 1, most: SECTION_TITLE_MOST });

/** A named part of a procedure in the words of an editor, or of one clinician: shown to the patient, digested and printed. */
export const Section = v.strictObject({ id: Uuid, title: SectionTitle, nodes: SectionNodes });

/** The sections of the library for these, with those of `own` that the library does not have behind them: by id, none stands twice. */
export function withOwnSections(library: readonly StoredSection[], own: readonly StoredSection[]): StoredSection[] {
  return [...library, ...ownSectionsBeside(library, own)];
}

/** The own sections that the library does not have: one that was promoted keeps its id. */
export function ownSectionsBeside(library: readonly StoredSection[], own: readonly StoredSection[]): StoredSection[] {
  return own.filter(({ id }) => !library.some((each) => each.id === id));
}

/**
 * The sections of a form whose procedure goes to another version of the library: the library's present ones, and behind them those that
 * were one clinician's own. What the library had, and has no more, stays on no form.
 */
export function sectionsAtVersion(
  onForm: readonly StoredSection[],
  library: { readonly before: readonly StoredSection[]; readonly now: readonly StoredSection[] },
): StoredSection[] {
  return withOwnSections(library.now, ownSectionsBeside(library.before, onForm));
}

/** A procedure with its sections; the member is absent where there are none, as it is in forms from before there were any. */
export function withSections<P extends object>(
  procedure: P,
  sections: readonly StoredSection[],
): P & { sections?: StoredSection[] } {
  return sections.length === 0 ? procedure : { ...procedure, sections: [...sections] };
}
