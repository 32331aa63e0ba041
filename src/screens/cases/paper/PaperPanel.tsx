import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { scansOf } from '#domain/documents/paper-scan.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { useMay } from '#src/session/permissions.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../cases.module.css';
import { CheckScanModal } from './CheckScanModal.tsx';
import { DiscardScanModal } from './DiscardScanModal.tsx';
import { PaperActs } from './PaperActs.tsx';
import { paperReport } from './paper-words.ts';
import { PaperState } from './PaperState.tsx';
import { UploadScanModal } from './UploadScanModal.tsx';
import { usePaperDialogs } from './use-paper-dialogs.ts';

type Props = {
  readonly consent: ConsentView;
  readonly patient: RecordSummary['patient'];
  readonly timeZone: string;
};

/** The panel of a form on paper, while it is out: print it, upload its scan, and check the scan. */
export function PaperPanel({ consent, patient, timeZone }: Props) {
  const { status, local, Timeline, consentID } = consent;
  const may = { upload: useMay('consents.write'), check: useMay('consents.sign') };
  const scans = scansOf(Timeline, consentID);
  const scan = scans.at(-1);
  const report = scan === undefined ? paperReport(Timeline, consentID, timeZone) : undefined;
  const dialogs = usePaperDialogs(scan, may.check);
  const { opened } = dialogs;
  // Unsent changes of this tablet come before a signature on paper.
  if (!mayMove(status, 'sign') || local?.isUnsent === true || local?.blocked !== undefined) return null;
  return (
    <Panel title="On paper">
      <div className={styles.stack}>
        <PaperState scan={scan} report={report} timeZone={timeZone} />
        <PaperActs consent={consent} scans={scans} isReported={report !== undefined} may={may} dialogs={dialogs} />
      </div>
      {dialogs.isUploading && <UploadScanModal consent={consent} onClose={dialogs.cancelUpload} onUploaded={dialogs.endUpload} />}
      {opened?.act === 'check' && (
        <CheckScanModal key={opened.scan.sha256} consent={consent} patient={patient} scan={opened.scan} onClose={dialogs.close} />
      )}
      {opened?.act === 'discard' && <DiscardScanModal consent={consent} scan={opened.scan} onClose={dialogs.close} />}
    </Panel>
  );
}
