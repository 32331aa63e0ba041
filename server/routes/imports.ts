import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { addPatients } from '#server/work/imports/add-patients.ts';
import { importConsents } from '#server/work/imports/import-consents.ts';
import { previewPatients } from '#server/work/imports/preview-patients.ts';

type Names = 'patientImport' | 'patientBulkAdd' | 'importProgress' | 'recordImport' | 'importConsent';

export const importsHandlers: Pick<Handlers, Names> = {
  async patientImport(input, context) {
    return previewPatients(context, input);
  },

  async patientBulkAdd(input, context) {
    return addPatients(context, input);
  },

  async recordImport(input, context) {
    return importConsents(context, input);
  },

  async importConsent(input, context) {
    return importConsents(context, input);
  },

  async importProgress({ key }, { actor, deps }) {
    return { message: DONE.OK, data: { ...deps.importProgress.read(actor.userId, key) } };
  },
};
