import type { Handlers } from '#server/http/serve.ts';
import { makeSheet } from '#server/work/theatre/make-sheet.ts';
import { bringBack } from '#server/work/theatre/bring-back.ts';

export const theatreSheetHandlers: Pick<Handlers, 'patientListedSheet' | 'patientListedSheetImport'> = {
  async patientListedSheet(input, context) {
    return makeSheet(context, input);
  },

  async patientListedSheetImport(input, context) {
    return bringBack(context, input);
  },
};
