import { BLANK_FORMS } from '#domain/documents/blank-form.ts';
import { wholePdf } from '#server/outside/pdf/whole-pdf.ts';
import { blankForm } from './blank-form.ts';

/** The files of the blank forms, as the build writes them. */
export function drawBlankForms(): Promise<{ name: string; bytes: Uint8Array }[]> {
  return Promise.all(BLANK_FORMS.map(async ({ formType, name }) => ({ name, bytes: await wholePdf(blankForm(formType)) })));
}
