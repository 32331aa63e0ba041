import { durationWords } from '#domain/base/duration-words.ts';
import { QR_UNOPENED } from '#domain/signing/link.ts';
import { newId } from '#src/device/new-id.ts';
import { useState } from 'react';
import { useShowCopyCode } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { callWords } from '../acts/act-words.ts';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import { signerWords } from '../signing-words.ts';
import type { LinkDialogProps } from './link-props.ts';
import { ShownCode } from './ShownCode.tsx';
import { CODE_SHOWN_FOR, useShownCode } from './use-shown-code.ts';

/** Shows a link to the copy as a code for the camera of a phone, for two minutes. */
export function CopyCodeModal({ consent, signer, onClose }: LinkDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [hasShown, setHasShown] = useState(false);
  const { url, left, show } = useShownCode();
  const make = useShowCopyCode((made) => {
    setHasShown(true);
    show(made);
  });
  const who = signerWords(consent.recipients, signer);
  const ask = () => {
    setProblem(null);
    const body = { consentID: consent.consentID, signing_order: signer.signing_order };
    make.mutateAsync({ body, key: newId() }).catch((failure: unknown) => setProblem(callWords(failure)));
  };
  return (
    <ConfirmModal
      opened
      title={`A copy for ${who}`}
      okLabel={hasShown ? 'Show it again' : 'Show the code'}
      cancelLabel={hasShown ? 'Done' : 'Cancel'}
      busy={make.isPending && url === null}
      {...(url === null ? { onOk: ask } : {})}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>
          Point the camera of {who}’s phone at it. It works for {durationWords(QR_UNOPENED)} until it is opened, and asks who
          holds it.
        </p>
        {url === null && !hasShown && <p>It is shown for {durationWords(CODE_SHOWN_FOR)}. Have the phone ready.</p>}
        {url === null && hasShown && <p role="status">The code is hidden now. Showing it again makes a new one.</p>}
        {url !== null && <ShownCode url={url} left={left} />}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
