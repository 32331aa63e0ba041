import { choicesAfterTemplate } from '#domain/consents/offered-choices.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { Draft } from '../draft/draft.ts';

/** Puts the form on another template, with its choices; those of the one before go unless somebody has answered. */
export function changeTemplate(draft: Draft, templateID: string | null, templates: readonly Template[]): Draft {
  if (draft.templateID === templateID) return draft;
  const offering = (id: string | null) => templates.filter(({ _id }) => _id === id).map(({ choices }) => ({ choices }));
  const choices = choicesAfterTemplate(draft, { come: offering(templateID), gone: offering(draft.templateID), stay: [] });
  return { ...draft, ...choices, templateID };
}
