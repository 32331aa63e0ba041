import { newId } from '#src/device/new-id.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { QR_UNOPENED } from '#domain/signing/link.ts';
import { useState } from 'react';
import { useShowCode } from '#src/queries/links.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { callWords } from '../acts/act-words.ts';
import styles from '../cases.module.css';
import { DialogError } from '../DialogError.tsx';
import type { LinkDialogProps } from './link-props.ts';
import { warnsOfAdult } from './link-way.ts';
import { linkOf } from './link-words.ts';
import { LinkWarnings } from './LinkWarnings.tsx';
import { ShownCode } from './ShownCode.tsx';
import { signerWords } from '../signing-words.ts';
import { CODE_SHOWN_FOR, useShownCode } from './use-shown-code.ts';

/** Shows a link as a code for the camera of the signer's phone, for two minutes; each showing is a new link. */
export function CodeModal({ consent, patient, signer, onClose }: LinkDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [hasShown, setHasShown] = useState(false);
  const [replaced, setReplaced] = useState<string | undefined>();
  const { url, left, show } = useShownCode();
  const make = useShowCode((made) => {
    if ('problem' in made) return setProblem(made.problem);
    setHasShown(true);
    show(made.url);
  });
  const link = linkOf(consent, signer);
  const who = signerWords(consent.recipients, signer);
  const isOpened = hasShown && link !== undefined && link.sentAt !== replaced && link.openedAt !== null;
  const ask = () => {
    setProblem(null);
    setReplaced(link?.sentAt);
    const body = { recordID: consent.recordID, signing_order: signer.signing_order };
    make.mutateAsync({ body, key: newId() }).catch((failure: unknown) => setProblem(callWords(failure)));
  };
  const isOver = isOpened || url !== null;
  return (
    <ConfirmModal
      opened
      title={`A code for ${who}`}
      okLabel={hasShown ? 'Show it again' : 'Show the code'}
      cancelLabel={hasShown ? 'Done' : 'Cancel'}
      busy={make.isPending && url === null}
      {...(isOver ? {} : { onOk: ask })}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {isOpened ? (
          <Notice tone="ok" live title="The page was opened">
            <p>It works on that phone until the form is signed, or its time is over.</p>
          </Notice>
        ) : (
          <>
            <p>
              Point the camera of {phoneOf(who)} at it. It works for {durationWords(QR_UNOPENED)} until it is opened.
            </p>
            {url === null && !hasShown && <LinkWarnings isOfAdult={warnsOfAdult({ patient }, signer)} link={link} />}
            {url === null && !hasShown && <p>It is shown for {durationWords(CODE_SHOWN_FOR)}. Have the phone ready.</p>}
            {url === null && hasShown && (
              <p role="status">The code is hidden now. Showing it again makes a new one, and the one before ends.</p>
            )}
            {url !== null && <ShownCode url={url} left={left} />}
          </>
        )}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}

/** `the patient’s phone`, `Ada Demo’s phone` */
function phoneOf(who: string): string {
  return `${who}’s phone`;
}
