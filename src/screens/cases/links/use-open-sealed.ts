import type { Consent } from '#contract/shapes/record-shapes.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { useSealedPdf } from '#src/queries/consents.ts';
import { openInTab } from '#src/results/file-tab.ts';

type Getting = { readonly giveUp?: () => void; readonly isOriginal?: boolean };

/** The PDF of one version; of one that is not in force the viewing copy. `name` is its file's, `original` that of the sealed original. */
export function useOpenSealed({ consentID, status }: Pick<Consent, 'consentID' | 'status'>) {
  const pdf = useSealedPdf();
  const original = `${consentID}_consent.pdf`;
  const name = status === 'SIGNED' ? original : `${consentID}_viewing-copy.pdf`;
  const get = (use: (blob: Blob) => void, { giveUp, isOriginal = false }: Getting = {}) =>
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
  return { name, original, get, open, isPending: pdf.isPending };
}
