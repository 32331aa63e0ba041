import * as v from 'valibot';
import type { FormType } from '#domain/forms/form-types.ts';

/** What is asked on the day; `viewsChanged` of an adult who cannot decide. */
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

/** Whether everything is answered that is asked about this form: of an adult who cannot decide also whether that has changed. */
export function isAnsweredFor(formType: FormType, { viewsChanged }: ConfirmAnswers): boolean {
  return formType !== 'FORM_4' || viewsChanged !== undefined;
}

type ConfirmQuestion = { readonly key: keyof ConfirmAnswers; readonly label: string };

const OF_EVERY_FORM = [
  { key: 'sideRight', label: 'Are the operation and the side right?' },
  { key: 'somethingNew', label: 'Is anything new, like an illness or a medicine?' },
  { key: 'questions', label: 'Are there any questions?' },
] as const satisfies readonly ConfirmQuestion[];

const QUESTIONS: Readonly<Record<FormType, readonly ConfirmQuestion[]>> = {
  FORM_1: [...OF_EVERY_FORM, { key: 'stillWanted', label: 'Is the answer still yes?' }],
  FORM_2: [...OF_EVERY_FORM, { key: 'stillWanted', label: 'Ask the adult and the child: is the answer still yes?' }],
  FORM_3: [...OF_EVERY_FORM, { key: 'stillWanted', label: 'Is the answer still yes?' }],
  FORM_4: [
    ...OF_EVERY_FORM,
    { key: 'viewsChanged', label: 'Can the patient now decide, or have the views of anybody asked changed?' },
    { key: 'stillWanted', label: 'Is it still best for the patient?' },
  ],
};

/** What is asked on the day about a form of this type, in this order. */
export function confirmQuestions(formType: FormType): readonly ConfirmQuestion[] {
  return QUESTIONS[formType];
}

/** The full name and birth date are asked aloud first: of the patient, and of who decides where that is another person. */
export const CONFIRM_FIRST: Readonly<Record<FormType, string>> = {
  FORM_1: 'Ask aloud for the full name and the date of birth.',
  FORM_2: 'With the adult and the child there, ask aloud for the child’s full name and date of birth.',
  FORM_3: 'Ask aloud for the full name and the date of birth.',
  FORM_4: 'Ask aloud, or those who know the patient, for the full name and the date of birth.',
};
