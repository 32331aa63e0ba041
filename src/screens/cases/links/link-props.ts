import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import type { ConsentView } from '#src/queries/records.ts';

/** A dialog about the link of one signer. */
export type LinkDialogProps = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly signer: Recipient;
  readonly onClose: () => void;
};
