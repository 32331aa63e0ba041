import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { call, type CallFailed } from '#contract/engine/call.ts';
import { calls, type Output } from '#contract/calls.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { Caller } from '#tests/support/forms/builders.ts';
import { privateFile } from '#tests/support/server/private-file.ts';

type Sent = Output<'consentSend'>['data'];
type Scan = Output<'consentBitpaperUpload'>['data'];

/** The day on which the clock of the tests stands. */
export const TODAY = '2026-08-06';

/** Everybody who signs a form, all on one day. */
export const everybody = ({ recipients }: Pick<Sent, 'recipients'>, signedOn = TODAY) =>
  recipients.map(({ signing_order }) => ({ signing_order, signedOn }));

/** The acts of the tests of forms on paper with one app. @param staff - the clinician, as of now */
export function paperDesk(app: TestApp, staff: () => Caller) {
  const upload = async (consentID: string, file: Uint8Array, by: Caller = staff()): Promise<Scan> => {
    const input = { consentID, files: [new Blob([new Uint8Array(file)])] };
    return (await call(calls.consentBitpaperUpload, input, app.wire(by.token))).data;
  };
  return {
    upload,
    /** The printed form of a version, as if its pages had been put on a scanner. */
    printed: (consentID: string) => privateFile(app, staff(), consentID, 'PAPER'),
    refusedUpload: (consentID: string, file: Uint8Array, by: Caller = staff()): Promise<CallFailed> =>
      upload(consentID, file, by).then(
        () => {
          throw new Error('The upload was not refused');
        },
        (failure: CallFailed) => failure,
      ),
    /** The faults of the case by the product's own check. */
    faultsOf: async ({ recordID }: Pick<Sent, 'recordID'>) => faultsOfCase(app, recordID),
    /** The stored scans of a version. */
    scansOf: (consentID: string) =>
      app.database.db
        .selectFrom('documents')
        .selectAll()
        .where('consent_id', '=', consentID)
        .where('kind', '=', 'SCAN')
        .orderBy('made_at')
        .execute(),
  };
}
