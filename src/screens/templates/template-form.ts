import { hasInk } from '#domain/values/ink.ts';
import type { Input } from '#contract/calls.ts';
import { templateFaults } from '#domain/templates/template-faults.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { TemplateTranslationDraft } from '#domain/templates/template-translation.ts';
import { templateTranslationFaults } from '#domain/templates/translation-faults.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { ChoiceForm, choiceFormsOf, choicesFrom } from '#src/editing/choices-form.ts';
import { choiceFaults } from '#domain/forms/choice-faults.ts';
import * as v from 'valibot';

/** A template as form input. */
export type TemplateForm = {
  readonly name: string;
  readonly formType: FormType;
  /** empty for all */
  readonly speciality: string;
  readonly data: readonly TemplateNode[];
  readonly translations: readonly TemplateTranslationDraft[];
  readonly choices: readonly ChoiceForm[];
};

/** As a tablet stores it while it is not saved; parsed when it is read back from the vault. */
export const StoredTemplateForm: v.GenericSchema<unknown, TemplateForm> = v.object({
  name: v.string(),
  formType: v.picklist(FORM_TYPES),
  speciality: v.string(),
  data: TemplateNodes,
  translations: v.array(TemplateTranslationDraft),
  // Drafts of earlier builds lack them.
  choices: v.optional(v.array(ChoiceForm), []),
});

type Problem = { readonly field: string; readonly message: string };

const FIELDS = ['name', 'formType', 'speciality', 'data', 'translations', 'choices'];

const sign = (type: 'consent-patient' | 'consent-clinic' | 'consent-interpreter'): TemplateNode => ({
  type,
  children: [{ text: '' }],
});

/** A new template: the places for signatures stand in it already. */
export const NEW_TEMPLATE: TemplateForm = {
  name: '',
  formType: 'FORM_1',
  speciality: '',
  data: [sign('consent-patient'), sign('consent-clinic'), sign('consent-interpreter')],
  translations: [],
  choices: [],
};

/** A stored template as the form shows it. */
export function templateFormOf({ name, formType, speciality, data, translations = [], choices }: Template): TemplateForm {
  const drafts = translations.map(({ reviewed: _r, writers: _w, ...draft }) => draft);
  return { name, formType, speciality: speciality ?? '', data, translations: drafts, choices: choiceFormsOf(choices) };
}

/** A template to begin another one with; without its translations, as the copy would not know who wrote them. */
export function copyOf(template: Template): TemplateForm {
  return { ...templateFormOf(template), translations: [], name: `Copy of ${template.name}`.slice(0, NAME_MOST) };
}

/** The problems, in the order of the fields. */
export function formProblems({ name, formType, data, translations, choices }: TemplateForm): Problem[] {
  return [
    ...(!hasInk(name) ? [{ field: 'name', message: 'Enter the name' }] : []),
    ...templateFaults({ formType, data }).map(({ path, message }) => ({ field: path, message })),
    ...templateTranslationFaults(formType, translations).map(({ path, message }) => ({
      field: templateControlId(path, translations) ?? 'translations',
      message,
    })),
    ...choices.flatMap(({ ask }, at) =>
      hasInk(ask) ? [] : [{ field: `choices.${at}.words.ask`, message: 'Enter the choice title' }],
    ),
    ...choiceFaults(choicesFrom(choices)).map(({ path, message }) => ({ field: path, message })),
  ];
}

/** The id of a translation's control. */
export function translationFieldId(language: PatientLanguage): string {
  return `translation-${language}`;
}

/** The id of the control for a path of the call: `translations.0.data` is entered in the editor of that language. */
export function templateControlId(path: string, translations: TemplateForm['translations']): string | undefined {
  const at = /^translations\.(\d+)\./.exec(path)?.[1];
  const translation = at === undefined ? undefined : translations[Number(at)];
  if (translation !== undefined) return translationFieldId(translation.language);
  if (path.startsWith('choices.')) return path;
  return FIELDS.find((each) => path === each || path.startsWith(`${each}.`));
}

/** The fields of a call. @param stored - the choices that the template has; none are sent where there were none and are none */
export function templateInput(
  { name, formType, speciality, data, translations, choices }: TemplateForm,
  stored?: Template['choices'],
): Input<'templatesCreate'> {
  const fields = { name, formType, speciality: speciality === '' ? null : speciality };
  const texts = { data: [...data], translations: [...translations] };
  return { ...fields, ...texts, ...(choices.length === 0 && stored === undefined ? {} : { choices: choicesFrom(choices) }) };
}
