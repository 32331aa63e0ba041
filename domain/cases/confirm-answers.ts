import * as v from 'valibot';
import { FORMS } from '#domain/forms/form-rules.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

/** The answers of a confirmation on the day; `viewsChanged` only of an adult who cannot decide. */
export const ConfirmAnswers = v.strictObject({
  sideRight: v.boolean('Say whether the operation and the side are right'),
  somethingNew: v.boolean('Say whether something is new'),
  questions: v.boolean('Say whether there are questions'),
  stillWanted: v.boolean('Say whether it is still wanted'),
  viewsChanged: v.optional(v.boolean('Say whether capacity or views have changed')),
});
export type ConfirmAnswers = v.InferOutput<typeof ConfirmAnswers>;

/** Whether the answers confirm the consent; with any other a new talk comes first. */
export function isConfirmed({ sideRight, somethingNew, questions, stillWanted, viewsChanged = false }: ConfirmAnswers): boolean {
  return sideRight && stillWanted && !somethingNew && !questions && !viewsChanged;
}

/** The answers that stand in the way of a confirmation, in words: `Something is new. There are questions.` */
export function notConfirmedWords({ sideRight, somethingNew, questions, stillWanted, viewsChanged }: ConfirmAnswers): string {
  const words = [
    ...(sideRight ? [] : ['The operation or the side is not right.']),
    ...(somethingNew ? ['Something is new.'] : []),
    ...(questions ? ['There are questions.'] : []),
    ...(viewsChanged === true ? ['The patient can now decide, or views have changed.'] : []),
    ...(stillWanted ? [] : ['It is not wanted any more.']),
  ];
  return words.join(' ');
}

/** Whether everything is answered that is asked about this form: of an adult who cannot decide also whether that has changed. */
export function isAnsweredFor(formType: FormType, { viewsChanged }: ConfirmAnswers): boolean {
  return !FORMS[formType].asksViews || viewsChanged !== undefined;
}

type ConfirmQuestion = { readonly key: keyof ConfirmAnswers; readonly label: string };

const OF_EVERY_FORM = [
  { key: 'sideRight', label: 'Are the operation and the side right?' },
  { key: 'somethingNew', label: 'Is anything new, like an illness or a medicine?' },
  { key: 'questions', label: 'Are there any questions?' },
] as const satisfies readonly ConfirmQuestion[];

const VIEWS: ConfirmQuestion = {
  key: 'viewsChanged',
  label: 'Can the patient now decide, or have the views of anybody asked changed?',
};

/** The questions of a confirmation on the day for a form of this type, in their order. */
export function confirmQuestions(formType: FormType): readonly ConfirmQuestion[] {
  const views = FORMS[formType].asksViews ? [VIEWS] : [];
  return [...OF_EVERY_FORM, ...views, { key: 'stillWanted', label: FORM_WORDS[formType].stillWanted }];
}
