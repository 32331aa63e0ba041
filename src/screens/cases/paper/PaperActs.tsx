import { Button } from '@mantine/core';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from '../cases.module.css';
import { FileButton } from './FileButton.tsx';
import { ScanButtons } from './ScanButtons.tsx';
import type { PaperDialogs } from './use-paper-dialogs.ts';

type Props = {
  readonly consent: ConsentView;
  readonly scans: readonly UploadedScan[];
  /** Whether the form is reported as signed on paper, without a scan. */
  readonly isReported: boolean;
  readonly may: { readonly upload: boolean; readonly check: boolean };
  readonly dialogs: PaperDialogs;
};

/** The acts on a form on paper: check, open and print, upload and delete; the next of them is filled. */
export function PaperActs({ consent, scans, isReported, may, dialogs }: Props) {
  const isServerHere = useServerStatus() === 'here';
  const { consentID, contentDigest } = consent;
  const scan = scans.at(-1);
  // The scan may show a signature that nobody has ticked yet.
  const isToCheck = scan !== undefined && scan.contentDigest === contentDigest && awaitedSigners(consent).length > 0;
  return (
    <>
      <div className={styles.buttons}>
        {isToCheck && may.check && (
          <Button
            variant={scan.isConfirmed ? 'default' : 'filled'}
            disabled={!isServerHere}
            onClick={() => dialogs.open({ act: 'check', scan })}
          >
            {scan.isConfirmed ? 'Check the scan again' : 'Check the scan'}
          </Button>
        )}
        <ScanButtons consentID={consentID} scans={scans} label="" isMain />
        <FileButton kind="PAPER" consentID={consentID} label="" isMain={scan === undefined && !isReported} />
        {may.upload && (
          <Button
            variant={scan === undefined ? 'default' : 'subtle'}
            leftSection={<Icon name="upload" />}
            disabled={!isServerHere}
            onClick={dialogs.startUpload}
          >
            {scan === undefined ? 'Upload the scan' : 'Upload another scan'}
          </Button>
        )}
        {scan?.isConfirmed === false && may.upload && (
          <Button variant="subtle" disabled={!isServerHere} onClick={() => dialogs.open({ act: 'discard', scan })}>
            Delete the scan
          </Button>
        )}
      </div>
      {isToCheck && !may.check && <p className={styles.small}>A clinician checks the scan.</p>}
      {!isServerHere && <p className={styles.small}>Printing and scans need the network, and the server cannot be reached.</p>}
    </>
  );
}
