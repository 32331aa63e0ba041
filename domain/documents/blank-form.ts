import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';

/**
 * The edition of each blank form: a number that every page bears, raised with each change of what the form says. A scan of pages of
 * two editions is then told apart.
 */
export const BLANK_EDITIONS: Readonly<Record<FormType, number>> = { FORM_1: 1, FORM_2: 1, FORM_3: 1, FORM_4: 1 };

/** The blank forms in their order, each with its file and the address of that in the shell. */
export const BLANK_FORMS: readonly { formType: FormType; name: string; path: string }[] = FORM_TYPES.map((formType) => {
  const name = `${formType}.pdf`;
  return { formType, name, path: `/forms/${name}` };
});

/** The words at the foot of each page of a blank form. */
export function blankFooter(formType: FormType): string {
  return `Blank form, edition ${BLANK_EDITIONS[formType]}. All pages belong together.`;
}
