import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { FileButton } from './FileButton.tsx';

type Props = {
  readonly consentID: string;
  readonly scans: readonly Pick<UploadedScan, 'sha256'>[];
  /** ' version 2'; empty for the only one */ readonly label: string;
  readonly isMain: boolean;
};

/** Opens each scan of a form: signatures may rest on several. */
export function ScanButtons({ consentID, scans, label, isMain }: Props) {
  return scans.map(({ sha256 }, at) => (
    <FileButton
      key={sha256}
      kind="SCAN"
      consentID={consentID}
      sha256={sha256}
      number={scans.length === 1 ? undefined : at + 1}
      label={label}
      isMain={isMain}
      opens
    />
  ));
}
