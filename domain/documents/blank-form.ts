import { FORMS } from '#domain/forms/form-rules.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';

/** The blank forms in their order, each with its file and the address of that in the shell. */
export const BLANK_FORMS: readonly { formType: FormType; name: string; path: string }[] = FORM_TYPES.map((formType) => {
  const name = `${formType}.pdf`;
  return { formType, name, path: `/forms/${name}` };
});

/** The words at the foot of each page of a blank form. */
export function blankFooter(formType: FormType): string {
  return `Blank form, edition ${FORMS[formType].blankEdition}. All pages belong together.`;
}
