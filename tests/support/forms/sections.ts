import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { Caller } from './builders.ts';

/** The nodes of one paragraph. */
export function say(text: string): TemplateNode[] {
  return [{ type: 'paragraph', children: [{ text }] }];
}

/** Adds an own section of the caller. @returns it, and all of theirs for the procedure */
export async function addSection(
  caller: Caller,
  procedureID: string,
  { title, text }: { title: string; text: string },
): Promise<{ copy: PersonalProcedure; section: StoredSection }> {
  const section = { title, nodes: say(text) };
  const { personalProcedures } = await caller.call('procedureAddSection', { id: procedureID, section });
  const copy = personalProcedures.find((each) => each.procedureID === procedureID)!;
  return { copy, section: copy.sections.at(-1)! };
}
