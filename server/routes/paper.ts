import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { viewConsent } from '#server/work/consents/view.ts';
import { confirmScan } from '#server/work/paper/confirm-scan.ts';
import { discardScan } from '#server/work/cases/discard-scan.ts';
import { scanPage } from '#server/work/paper/scan-page.ts';
import { uploadScan } from '#server/work/paper/upload-scan.ts';

type Names = 'consentBitpaperUpload' | 'recordScanPage' | 'recordConfirmScan' | 'recordDiscardScan';

export const paperHandlers: Pick<Handlers, Names> = {
  async consentBitpaperUpload({ consentID }, context) {
    return uploadScan(context, consentID);
  },

  async recordScanPage(asked, context) {
    return scanPage(context, asked);
  },

  async recordConfirmScan({ consentID, ...confirmed }, context) {
    await confirmScan(await openCase(context, consentID), context.actor, confirmed);
    return { message: DONE.SCAN_CONFIRMED, data: await viewConsent(context, consentID) };
  },

  async recordDiscardScan({ consentID, sha256 }, context) {
    await discardScan(await openCase(context, consentID), sha256);
    return { message: DONE.SCAN_DISCARDED, data: { consentID } };
  },
};
