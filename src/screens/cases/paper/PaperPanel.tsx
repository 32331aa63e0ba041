import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { scansOf, type UploadedScan } from '#domain/documents/paper-scan.ts';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from '../cases.module.css';
import { CheckScanModal } from './CheckScanModal.tsx';
import { DiscardScanModal } from './DiscardScanModal.tsx';
import { FileButton } from './FileButton.tsx';
import { paperReport, scanLines } from './paper-words.ts';
import { ScanButtons } from './ScanButtons.tsx';
import { UploadScanModal } from './UploadScanModal.tsx';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly timeZone: string;
};

type Opened = { readonly act: 'check' | 'discard'; readonly scan: UploadedScan };

/** The way of a form on paper: print it, upload its scan, and check the scan. For a form that is out. */
export function PaperPanel({ consent, patient, timeZone }: Props) {
  // The scan that a dialog was opened for: another one may be uploaded meanwhile.
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<string | null>(null);
  const permissions = useSession()?.user.permissions ?? [];
  const isServerHere = useServerStatus() === 'here';
  const mayUpload = permissions.includes('consents.write');
  const mayCheck = permissions.includes('consents.sign');
  const scans = scansOf(consent.Timeline, consent.consentID);
  const scan = scans.at(-1);
  const report = scan === undefined ? paperReport(consent.Timeline, consent.consentID, timeZone) : undefined;
  // The next step of whoever has just uploaded a scan, once the case has it.
  const isNext = mayCheck && uploaded !== null && scan?.sha256 === uploaded;
  // Held from then on: what is ticked is about this scan.
  if (isNext && opened === null) setOpened({ act: 'check', scan });
  // What waits on this tablet comes before a signature on paper.
  if (!mayMove(consent.status, 'sign') || consent.local?.isUnsent === true || consent.local?.blocked !== undefined) return null;
  const { consentID } = consent;
  const close = () => {
    setOpened(null);
    setUploaded(null);
  };
  // One paper may hold a signature that nobody has ticked yet.
  const isToCheck = scan !== undefined && scan.contentDigest === consent.contentDigest && awaitedSigners(consent).length > 0;
  return (
    <Panel title="On paper">
      <div className={styles.stack}>
        {scan === undefined ? (
          <>
            {report !== undefined && <p className="num">{report}</p>}
            <p>
              {report === undefined
                ? 'Print the form and have it signed with ink. Then upload a scan or photographs of all pages.'
                : 'It counts once its scan is here and was checked. Upload a scan or photographs of all pages.'}
            </p>
          </>
        ) : (
          scanLines(scan, timeZone).map((line) => (
            <p key={line} className="num">
              {line}
            </p>
          ))
        )}
        <div className={styles.buttons}>
          {isToCheck && mayCheck && (
            <Button
              variant={scan.isConfirmed ? 'default' : 'filled'}
              disabled={!isServerHere}
              onClick={() => setOpened({ act: 'check', scan })}
            >
              {scan.isConfirmed ? 'Check the scan again' : 'Check the scan'}
            </Button>
          )}
          <ScanButtons consentID={consentID} scans={scans} label="" isMain />
          <FileButton kind="PAPER" consentID={consentID} label="" isMain={scan === undefined && report === undefined} />
          {mayUpload && (
            <Button
              variant={scan === undefined ? 'default' : 'subtle'}
              leftSection={<Icon name="upload" />}
              disabled={!isServerHere}
              onClick={() => setUploading(true)}
            >
              {scan === undefined ? 'Upload the scan' : 'Upload another scan'}
            </Button>
          )}
          {scan?.isConfirmed === false && mayUpload && (
            <Button variant="subtle" disabled={!isServerHere} onClick={() => setOpened({ act: 'discard', scan })}>
              Delete the scan
            </Button>
          )}
        </div>
        {isToCheck && !mayCheck && <p className={styles.small}>A clinician checks the scan.</p>}
        {!isServerHere && <p className={styles.small}>Printing and scans need the network, and the server cannot be reached.</p>}
      </div>
      {isUploading && (
        <UploadScanModal
          consent={consent}
          onClose={() => setUploading(false)}
          onUploaded={(sha256) => {
            setUploading(false);
            setUploaded(sha256);
          }}
        />
      )}
      {opened?.act === 'check' && (
        <CheckScanModal key={opened.scan.sha256} consent={consent} patient={patient} scan={opened.scan} onClose={close} />
      )}
      {opened?.act === 'discard' && <DiscardScanModal consent={consent} scan={opened.scan} onClose={close} />}
    </Panel>
  );
}
