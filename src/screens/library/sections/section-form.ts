import { SectionNodes, SectionTitle } from '#domain/library/procedure-sections.ts';
import { sectionFaults } from '#domain/library/section-faults.ts';
import { StoredSection } from '#domain/library/stored-section.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** An own section as form input: as a tablet stores it while it is not saved. */
export const SectionForm = StoredSection;
export type SectionForm = StoredSection;

/** The ids of the controls. */
export const SECTION_FIELDS = { title: 'section-title', nodes: 'section-text' } as const;

/** The form's problems, each with the id of its control, and the section where there are none. */
export function readSectionForm({ id, ...fields }: SectionForm): { input: StoredSection | null; problems: FieldProblem[] } {
  const title = v.safeParse(SectionTitle, fields.title, { abortPipeEarly: true });
  const nodes = v.safeParse(SectionNodes, fields.nodes, { abortPipeEarly: true });
  const found = [
    ...(title.issues ?? []).map(({ message }) => ({ path: 'title', message }) as const),
    ...(nodes.issues ?? []).map(({ message }) => ({ path: 'nodes', message }) as const),
    ...(nodes.success ? sectionFaults({ nodes: nodes.output }) : []),
  ];
  const problems = found.map(({ path, message }) => ({ field: SECTION_FIELDS[path], message }));
  const isRight = title.success && nodes.success && problems.length === 0;
  return { input: isRight ? { id, title: title.output, nodes: nodes.output } : null, problems };
}

/** The id of the control for a path of the call: `section.title`. */
export function sectionFieldOf(path: string): string | undefined {
  if (path === 'section.title') return SECTION_FIELDS.title;
  return path.startsWith('section.nodes') ? SECTION_FIELDS.nodes : undefined;
}
