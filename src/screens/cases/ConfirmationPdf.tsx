import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useConfirmationPdf } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';

type Props = {
  readonly consentID: string;
  /** ' version 2'; empty for the only one */ readonly label: string;
  readonly isMain: boolean;
};

/** Downloads the sealed PDF of the newest confirmation on the day. */
export function ConfirmationPdf({ consentID, label, isMain }: Props) {
  const pdf = useConfirmationPdf();
  const download = () =>
    pdf.mutate(consentID, {
      onSuccess: (blob) => saveFile(blob, `${consentID}_confirmation.pdf`),
      onError: (failure) => noticeFailure(failureWords(failure)),
    });
  return (
    <Button
      variant={isMain ? 'default' : 'subtle'}
      leftSection={<Icon name="download" />}
      onClick={download}
      disabled={pdf.isPending}
    >
      Confirmation
      {label !== '' && <span className="visually-hidden">{label}</span>}
    </Button>
  );
}
