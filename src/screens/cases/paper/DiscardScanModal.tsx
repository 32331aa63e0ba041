import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { useDiscardScan } from '#src/queries/paper.ts';
import { ServerActModal } from '../acts/ServerActModal.tsx';

type Props = { readonly consent: Consent; readonly scan: UploadedScan; readonly onClose: () => void };

/** Asks before a scan is deleted that nobody has checked. */
export function DiscardScanModal({ consent: { consentID }, scan: { sha256 }, onClose }: Props) {
  return (
    <ServerActModal
      title="Delete this scan?"
      okLabel="Delete the scan"
      tone="stop"
      body={{ consentID, sha256 }}
      call={useDiscardScan()}
      onClose={onClose}
    >
      <p>Do this where it is the scan of another form or cannot be read. The timeline says that there was one.</p>
    </ServerActModal>
  );
}
