import { DOCUMENT_WORDS } from '#domain/documents/document-words.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useVersionFile, type OfferedKind } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { openInTab } from '#src/results/file-tab.ts';

type Props = {
  readonly kind: OfferedKind;
  readonly consentID: string;
  /** ' version 2'; empty for the only one */ readonly label: string;
  readonly isMain: boolean;
  /** Shows the file in a tab, where the browser allows one; else it is downloaded. */
  readonly opens?: boolean;
  /** of several files of the kind one, and its number for the person */
  readonly sha256?: string;
  readonly number?: number | undefined;
};

/** Downloads or opens one file of a version: the newest addendum of a kind, or a file that is drawn when it is asked for. */
export function FileButton({ kind, consentID, label, isMain, opens = false, sha256, number }: Props) {
  const pdf = useVersionFile(kind);
  const name = `${consentID}_${kind.toLowerCase().replace('_', '-')}.pdf`;
  const get = () => {
    // Opened at the click, or the browser treats it as a pop-up.
    const tab = opens ? openInTab(name) : null;
    pdf.mutate(
      { consentID, ...(sha256 === undefined ? {} : { sha256 }) },
      {
        onSuccess: (blob) => (tab === null ? saveFile(blob, name) : tab.show(blob)),
        onError: (failure) => {
          tab?.close();
          noticeFailure(failureWords(failure));
        },
      },
    );
  };
  return (
    <Button
      variant={isMain ? 'default' : 'subtle'}
      leftSection={<Icon name={opens ? 'document' : 'download'} />}
      onClick={get}
      disabled={pdf.isPending}
    >
      {DOCUMENT_WORDS[kind].button}
      {number !== undefined && ` ${number}`}
      {label !== '' && <span className="visually-hidden">{label}</span>}
    </Button>
  );
}
