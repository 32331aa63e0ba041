import { BLANK_FORMS } from '#domain/documents/blank-form.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { blankForm } from './blank-form.ts';

/** The files of the blank forms, as the build writes them. */
export function drawBlankForms(): { name: string; bytes: Uint8Array }[] {
  return BLANK_FORMS.map(({ formType, name }) => ({ name, bytes: renderPdf(blankForm(formType)) }));
}
