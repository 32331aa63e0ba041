import { hasInk } from '#domain/values/ink.ts';
import { SECTION_NODES_MOST, SECTION_TEXT_MOST } from './procedure-sections.ts';
import { nodeCount } from '#domain/templates/template.ts';
import { templateTextsOf } from '#domain/templates/template-texts.ts';
import type { StoredSection } from './stored-section.ts';
import { hasControl } from '#domain/values/text.ts';

type Fault = { path: 'nodes'; message: string };

/** The faults that keep a text from being a section, a sentence each. */
export function sectionFaults({ nodes }: Pick<StoredSection, 'nodes'>): Fault[] {
  const texts = templateTextsOf(nodes);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return [
    ...(texts.some(hasInk) ? [] : ['Write the text of the section']),
    ...(texts.some(hasControl) ? ['The text holds characters that cannot be shown. Please remove them.'] : []),
    ...(length > SECTION_TEXT_MOST ? [`A section has at most ${SECTION_TEXT_MOST} characters. Please make it shorter.`] : []),
    ...(nodeCount(nodes) > SECTION_NODES_MOST
      ? [`A section has at most ${SECTION_NODES_MOST} lines and pieces of text. Please make it simpler.`]
      : []),
  ].map((message) => ({ path: 'nodes' as const, message }));
}
