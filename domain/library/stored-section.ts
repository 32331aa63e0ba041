import * as v from 'valibot';
import { TemplateNode } from '#domain/templates/template.ts';

// Apart from the rules of writing one, which the signer's pages do not load.

/** A section as it stands on a consent: a named part of a procedure, shown to the patient, digested and printed. */
export const StoredSection = v.object({ id: v.string(), title: v.string(), nodes: v.array(TemplateNode) });
export type StoredSection = v.InferOutput<typeof StoredSection>;

/** Whether a procedure of a form shows sections. */
export function hasSections({ sections }: { readonly sections?: readonly StoredSection[] | null | undefined }): boolean {
  return sections != null && sections.length > 0;
}

/** A procedure as builds from before there were sections have it. */
export function withoutSections<P extends { readonly sections?: unknown }>({
  sections: _s,
  ...procedure
}: P): Omit<P, 'sections'> {
  return procedure;
}
