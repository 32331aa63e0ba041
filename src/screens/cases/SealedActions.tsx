import { Button } from '@mantine/core';
import type { Consent } from '#contract/record-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useSealedPdf } from '#src/queries/consents.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './cases.module.css';
import { saveFile } from '#src/ui/save-file.ts';
import { openInTab } from './pdf-file.ts';

type Props = { readonly consent: Pick<Consent, 'consentID' | 'versionNumber'>; readonly isMain?: boolean };

/** Opens or downloads the sealed PDF of one version. */
export function SealedActions({ consent: { consentID, versionNumber }, isMain = false }: Props) {
  const pdf = useSealedPdf();
  const name = `${consentID}_consent.pdf`;
  const get = (use: (blob: Blob) => void, giveUp?: () => void) =>
    pdf.mutate(consentID, {
      onSuccess: use,
      onError: (failure) => {
        giveUp?.();
        noticeFailure(failureWords(failure));
      },
    });
  const open = () => {
    // Opened at the click, or the browser treats it as a pop-up.
    const tab = openInTab(name);
    get(tab.show, tab.close);
  };
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
    </div>
  );
}
