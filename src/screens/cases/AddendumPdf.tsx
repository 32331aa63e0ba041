import type { AddendumKind } from '#domain/document-kinds.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useAddendumPdf } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';

const WORDS: Record<AddendumKind, string> = { CONFIRMATION: 'Confirmation', OUTCOME: 'Outcome' };

type Props = {
  readonly kind: AddendumKind;
  readonly consentID: string;
  /** ' version 2'; empty for the only one */ readonly label: string;
  readonly isMain: boolean;
};

/** Downloads the sealed PDF of the newest addendum of one kind. */
export function AddendumPdf({ kind, consentID, label, isMain }: Props) {
  const pdf = useAddendumPdf(kind);
  const download = () =>
    pdf.mutate(consentID, {
      onSuccess: (blob) => saveFile(blob, `${consentID}_${kind.toLowerCase()}.pdf`),
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
