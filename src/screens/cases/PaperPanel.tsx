import type { RecordSummary } from '#contract/record-summary.ts';
import { mayMove } from '#domain/case-machine.ts';
import { scanOf } from '#domain/paper-scan.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './cases.module.css';
import { CheckScanModal } from './CheckScanModal.tsx';
import { DiscardScanModal } from './DiscardScanModal.tsx';
import { FileButton } from './FileButton.tsx';
import { scanLines } from './paper-words.ts';
import { UploadScanModal } from './UploadScanModal.tsx';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly timeZone: string;
};

/** The way of a form on paper: print it, upload its scan, and check the scan. For a form that is out. */
export function PaperPanel({ consent, patient, timeZone }: Props) {
  const [opened, setOpened] = useState<'upload' | 'check' | 'discard' | null>(null);
  const permissions = useSession()?.user.permissions ?? [];
  const isServerHere = useServerStatus() === 'here';
  const mayUpload = permissions.includes('consents.write');
  // What waits on this tablet comes before a signature on paper.
  if (!mayMove(consent.status, 'sign') || consent.local?.isUnsent === true || consent.local?.blocked !== undefined) return null;
  const { consentID } = consent;
  const scan = scanOf(consent.Timeline, consentID);
  const isOpen = scan !== undefined && !scan.isConfirmed;
  const mayCheck = permissions.includes('consents.sign');
  const dialog = { consent, onClose: () => setOpened(null) };
  return (
    <Panel title="On paper">
      <div className={styles.stack}>
        {scan === undefined ? (
          <p>Print the form and have it signed with ink. Then upload a scan or photographs of all pages.</p>
        ) : (
          scanLines(scan, timeZone).map((line) => (
            <p key={line} className="num">
              {line}
            </p>
          ))
        )}
        <div className={styles.buttons}>
          {isOpen && mayCheck && (
            <Button disabled={!isServerHere} onClick={() => setOpened('check')}>
              Check the scan
            </Button>
          )}
          {scan !== undefined && <FileButton kind="SCAN" consentID={consentID} label="" isMain opens />}
          <FileButton kind="PAPER" consentID={consentID} label="" isMain={scan === undefined} />
          {mayUpload && (
            <Button
              variant={scan === undefined ? 'default' : 'subtle'}
              leftSection={<Icon name="upload" />}
              disabled={!isServerHere}
              onClick={() => setOpened('upload')}
            >
              {scan === undefined ? 'Upload the scan' : 'Upload another scan'}
            </Button>
          )}
          {isOpen && mayUpload && (
            <Button variant="subtle" disabled={!isServerHere} onClick={() => setOpened('discard')}>
              Delete the scan
            </Button>
          )}
        </div>
        {isOpen && !mayCheck && <p className={styles.small}>A clinician checks the scan.</p>}
        {!isServerHere && <p className={styles.small}>Printing and scans need the network, and the server cannot be reached.</p>}
      </div>
      {opened === 'upload' && <UploadScanModal {...dialog} onUploaded={() => setOpened(mayCheck ? 'check' : null)} />}
      {opened === 'check' && isOpen && <CheckScanModal {...dialog} patient={patient} scan={scan} />}
      {opened === 'discard' && isOpen && <DiscardScanModal {...dialog} scan={scan} />}
    </Panel>
  );
}
