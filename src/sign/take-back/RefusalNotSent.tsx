import { useState } from 'react';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { english } from '#src/sign/texts/texts.ts';
import { takeBackTexts } from './texts.ts';

type RefusalNotSentProps = {
  /** Retries the report once, and leaves if it succeeds. @returns whether it succeeded */
  readonly onAgain: () => Promise<boolean>;
  readonly onLeave: () => Promise<void>;
};

/** Warns a clinician, before leaving, that the patient's "this is not me" could be neither sent nor queued. */
export function RefusalNotSent({ onAgain, onLeave }: RefusalNotSentProps) {
  const { refusalNotSent } = takeBackTexts;
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const press = async (work: () => Promise<boolean | void>) => {
    if (isBusy) return;
    setBusy(true);
    const isDone = await work().catch((fault: unknown) => {
      reportError(fault);
      return false;
    });
    // A page that is being left ignores a second press.
    if (isDone !== false) return;
    setFailed(true);
    setBusy(false);
  };
  return (
    <SignerPage
      h1={refusalNotSent.h1}
      problems={hasFailed && !isBusy ? [{ message: refusalNotSent.still }] : []}
      actions={
        <>
          <Onward label={english.tryAgain} isBusy={isBusy} onClick={() => void press(onAgain)} />
          <button type="button" className="button" aria-disabled={isBusy} onClick={() => void press(onLeave)}>
            {refusalNotSent.leave}
          </button>
        </>
      }
    >
      {refusalNotSent.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </SignerPage>
  );
}
