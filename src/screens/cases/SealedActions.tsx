import { Button } from '@mantine/core';
import { ADDENDUM_EVENTS, ADDENDUM_KINDS, CHECKED_SCAN_EVENT } from '#domain/documents/document-kinds.ts';
import { scansOf } from '#domain/documents/paper-scan.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useSealedPdf } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './cases.module.css';
import { saveFile } from '#src/ui/save-file.ts';
import { FileButton } from './paper/FileButton.tsx';
import { openInTab } from '#src/results/file-tab.ts';
import { ScanButtons } from './paper/ScanButtons.tsx';

type Props = {
  readonly consent: Pick<Consent, 'consentID' | 'versionNumber' | 'status' | 'Timeline'>;
  readonly isMain?: boolean;
};

/** Opens or downloads the PDF of one version; of one that is not in force the viewing copy, with the sealed original beside it, the newest of each addendum, and the checked scan. */
export function SealedActions({ consent: { consentID, versionNumber, status, Timeline }, isMain = false }: Props) {
  const pdf = useSealedPdf();
  const isInForce = status === 'SIGNED';
  const original = `${consentID}_consent.pdf`;
  const name = isInForce ? original : `${consentID}_viewing-copy.pdf`;
  const get = (use: (blob: Blob) => void, { giveUp, isOriginal = false }: { giveUp?: () => void; isOriginal?: boolean } = {}) =>
    pdf.mutate(
      { consentID, original: isOriginal },
      {
        onSuccess: use,
        onError: (failure) => {
          giveUp?.();
          noticeFailure(failureWords(failure));
        },
      },
    );
  const open = () => {
    // Opened at the click, or the browser treats it as a pop-up.
    const tab = openInTab(name);
    get(tab.show, { giveUp: tab.close });
  };
  const addenda = ADDENDUM_KINDS.filter((kind) =>
    Timeline.some(({ type, versionId }) => type === ADDENDUM_EVENTS[kind] && versionId === consentID),
  );
  const isScanSealed = Timeline.some(({ type, versionId }) => type === CHECKED_SCAN_EVENT && versionId === consentID);
  const scans = scansOf(Timeline, consentID).filter(({ isConfirmed }) => isConfirmed);
  const label = isMain ? '' : ` version ${versionNumber}`;
  return (
    <div className={styles.buttons}>
      <Button
        variant={isMain ? 'filled' : 'subtle'}
        leftSection={<Icon name="document" />}
        onClick={open}
        disabled={pdf.isPending}
      >
        Open{isMain ? ' the PDF' : ''}
        {label !== '' && <span className="visually-hidden">{label}</span>}
      </Button>
      <Button
        variant={isMain ? 'default' : 'subtle'}
        leftSection={<Icon name="download" />}
        onClick={() => get((blob) => saveFile(blob, name))}
        disabled={pdf.isPending}
      >
        Download
        {label !== '' && <span className="visually-hidden">{label}</span>}
      </Button>
      {!isInForce && (
        <Button
          variant="subtle"
          onClick={() => get((blob) => saveFile(blob, original), { isOriginal: true })}
          disabled={pdf.isPending}
        >
          Sealed original
          {label !== '' && <span className="visually-hidden">{label}</span>}
        </Button>
      )}
      {addenda.map((kind) => (
        <FileButton key={kind} kind={kind} consentID={consentID} label={label} isMain={isMain} />
      ))}
      {isScanSealed && <FileButton kind="SCAN_CHECKED" consentID={consentID} label={label} isMain={isMain} opens />}
      <ScanButtons consentID={consentID} scans={scans} label={label} isMain={isMain} />
    </div>
  );
}
