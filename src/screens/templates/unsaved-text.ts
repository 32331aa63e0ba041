import { FORM_TYPES } from '#domain/states.ts';
import { TemplateTranslationDraft } from '#domain/template-translation.ts';
import { TemplateNodes } from '#domain/template.ts';
import { tabItems } from '#src/session/web-storage.ts';
import * as v from 'valibot';
import type { TemplateForm } from './template-form.ts';

/** sessionStorage key of what is typed in a template and not saved: it is no patient's, and outlives a reload of the tab. */
const KEY = 'assent.template';

const Stored = v.object({
  userId: v.string(),
  subject: v.string(),
  /** version that the text began as; 0 for a new template */
  version: v.number(),
  form: v.object({
    name: v.string(),
    formType: v.picklist(FORM_TYPES),
    speciality: v.string(),
    data: TemplateNodes,
    // Typed in a build before, without them.
    translations: v.optional(v.array(TemplateTranslationDraft), []),
  }),
});

/** What an unsaved text belongs to: its author, and a template's id, or a word for a new one. */
export type Subject = { readonly userId: string; readonly subject: string };

/** Stores what is typed. A refused or full storage stops nobody: it is lost only with a reload. */
export function storeUnsaved(about: Subject & { readonly version: number }, form: TemplateForm): void {
  try {
    tabItems.setItem(KEY, JSON.stringify({ ...about, form }));
  } catch {
    // As above.
  }
}

/** What this person typed in this template before; null without it. */
export function unsavedOf({ userId, subject }: Subject): { readonly version: number; readonly form: TemplateForm } | null {
  try {
    const found = v.safeParse(Stored, JSON.parse(tabItems.getItem(KEY) ?? 'null'));
    if (!found.success || found.output.userId !== userId || found.output.subject !== subject) return null;
    return found.output;
  } catch {
    return null;
  }
}

export function forgetUnsaved(): void {
  tabItems.removeItem(KEY);
}
