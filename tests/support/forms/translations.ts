import type { Input, Output } from '#contract/calls.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { englishTextsOf, type ProcedureTexts } from '#domain/library/procedure-texts.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import type { ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import type { TemplateTranslationDraft } from '#domain/templates/template-translation.ts';

/** The demo translation of an English text: recognised as such, and found again in a page or a document. */
export function demoTranslation(language: PatientLanguage, english: string): string {
  return language === 'cy' ? `Cymraeg: ${english}` : `نص ${english}`;
}

/** A whole translation of a procedure. */
export function translatedProcedure(language: PatientLanguage, procedure: ProcedureTexts): ProcedureTranslationDraft {
  const pair = (english: string): TranslatedText => ({ english, text: demoTranslation(language, english) });
  const orNull = (english: string) => (english === '' ? null : pair(english));
  return {
    language,
    procedureName: pair(procedure.procedureName),
    procedureDescription: orNull(procedure.procedureDescription),
    benefits: procedure.benefits.map(({ text }) => pair(text)),
    risks: procedure.risks.map(({ name, text }) => ({ name: pair(name), text: orNull(text) })),
    alternatives: procedure.alternatives.map(pair),
  };
}

/** A translation of a template: each text in the demo's other language, the places to sign where they are. */
export function translatedTemplate(language: PatientLanguage, data: readonly TemplateNode[]): TemplateTranslationDraft {
  const nodes = (of: readonly TemplateNode[]): TemplateNode[] =>
    of.map((node): TemplateNode => {
      if ('text' in node) return node.text.trim() === '' ? node : { ...node, text: demoTranslation(language, node.text) };
      if (node.type === 'link') return { ...node, children: node.children.map((each) => nodes([each])[0] as typeof each) };
      return { ...node, children: nodes(node.children) };
    });
  return { language, data: nodes(data), english: [...data], complete: true };
}

/** Every text of a procedure with its demo translation. */
export function demoTexts(language: PatientLanguage, procedure: ProcedureTexts): TranslatedText[] {
  return englishTextsOf(procedure).map(({ english }) => ({ english, text: demoTranslation(language, english) }));
}

/** The fields of a template's update with other translations. */
export function withTranslations(
  { _id, name, formType, speciality, data, version }: Output<'templatesCreate'>['data'],
  translations: TemplateTranslationDraft[],
): Input<'templatesUpdate'> {
  return { _id, name, formType, speciality, data, version, translations };
}
