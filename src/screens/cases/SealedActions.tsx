import { Button } from '@mantine/core';
import { ADDENDUM_EVENTS, ADDENDUM_KINDS, CHECKED_SCAN_EVENT } from '#domain/documents/document-kinds.ts';
import { scansOf } from '#domain/documents/paper-scan.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './cases.module.css';
import { saveFile } from '#src/ui/save-file.ts';
import { FileButton } from './paper/FileButton.tsx';
import { ScanButtons } from './paper/ScanButtons.tsx';
import { useOpenSealed } from './links/use-open-sealed.ts';

type Props = {
  readonly consent: Pick<Consent, 'consentID' | 'versionNumber' | 'status' | 'Timeline'>;
  readonly isMain?: boolean;
};

/** Opens or downloads the PDF of one version; of one that is not in force the viewing copy, with the sealed original beside it, the newest of each addendum, and the checked scan. */
export function SealedActions({ consent: { consentID, versionNumber, status, Timeline }, isMain = false }: Props) {
  const isInForce = status === 'SIGNED';
  const { name, original, get, open, isPending } = useOpenSealed({ consentID, status });
  const addenda = ADDENDUM_KINDS.filter((kind) =>
    Timeline.some(({ type, versionId }) => type === ADDENDUM_EVENTS[kind] && versionId === consentID),
  );
  const isScanSealed = Timeline.some(({ type, versionId }) => type === CHECKED_SCAN_EVENT && versionId === consentID);
  const scans = scansOf(Timeline, consentID).filter(({ isConfirmed }) => isConfirmed);
  const label = isMain ? '' : ` version ${versionNumber}`;
  return (
    <div className={styles.buttons}>
      <Button variant={isMain ? 'filled' : 'subtle'} leftSection={<Icon name="document" />} onClick={open} disabled={isPending}>
        Open{isMain ? ' the PDF' : ''}
        {label !== '' && <span className="visually-hidden">{label}</span>}
      </Button>
      <Button
        variant={isMain ? 'default' : 'subtle'}
        leftSection={<Icon name="download" />}
        onClick={() => get((blob) => saveFile(blob, name))}
        disabled={isPending}
      >
        Download
        {label !== '' && <span className="visually-hidden">{label}</span>}
      </Button>
      {!isInForce && (
        <Button
          variant="subtle"
          onClick={() => get((blob) => saveFile(blob, original), { isOriginal: true })}
          disabled={isPending}
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
