import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useVersionFile, type OfferedKind } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';

const WORDS: Record<OfferedKind, string> = {
  CONFIRMATION: 'Confirmation',
  OUTCOME: 'Outcome',
  PRE_SIGNED: 'Form before signing',
  AUDIT: 'Audit file',
  PAPER: 'Form to print',
  SCAN: 'Scan',
};

type Props = {
  readonly kind: OfferedKind;
  readonly consentID: string;
  /** ' version 2'; empty for the only one */ readonly label: string;
  readonly isMain: boolean;
};

/** Downloads one file of a version: the newest addendum of a kind, or a file that is drawn when it is asked for. */
export function FileButton({ kind, consentID, label, isMain }: Props) {
  const pdf = useVersionFile(kind);
  const download = () =>
    pdf.mutate(consentID, {
      onSuccess: (blob) => saveFile(blob, `${consentID}_${kind.toLowerCase().replace('_', '-')}.pdf`),
      onError: (failure) => noticeFailure(failureWords(failure)),
    });
  return (
    <Button
      variant={isMain ? 'default' : 'subtle'}
      leftSection={<Icon name="download" />}
      onClick={download}
      disabled={pdf.isPending}
    >
      {WORDS[kind]}
      {label !== '' && <span className="visually-hidden">{label}</span>}
    </Button>
  );
}
