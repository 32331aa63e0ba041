import type { TemplateNode } from '#domain/templates/template.ts';
import { createContext, useContext, type ReactNode } from 'react';

/** Draws an English text behind its translation; `side` is a procedure's, in the reader's language, and goes with the translation. */
type DrawClinical = (of: string | readonly TemplateNode[], original: ReactNode, side?: ReactNode) => ReactNode;

/** The drawing of a form's English texts; null on a form in English alone. */
export const ClinicalPart = createContext<DrawClinical | null>(null);

type ClinicalProps =
  | { readonly of: string; readonly children?: ReactNode }
  | { readonly of: readonly TemplateNode[]; readonly children: ReactNode };

/** An English text of the library or the template, drawn as its words or as `children`; behind its translation where it has one. */
export function Clinical({ of, children = of as string }: ClinicalProps): ReactNode {
  return useContext(ClinicalPart)?.(of, children) ?? children;
}
