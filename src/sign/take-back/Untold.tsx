import { useState } from 'react';
import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import { english } from '../texts.ts';
import { takeBackTexts } from './texts.ts';

type UntoldProps = {
  /** Tries once more to tell it, and leaves if that succeeds. @returns whether it did */
  readonly onAgain: () => Promise<boolean>;
  readonly onLeave: () => Promise<void>;
};

/** Before a clinician leaves with something that the patient said and nobody could be told: the clinician is told. */
export function Untold({ onAgain, onLeave }: UntoldProps) {
  const { untold } = takeBackTexts;
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const press = async (work: () => Promise<boolean | void>) => {
    if (isBusy) return;
    setBusy(true);
    const isDone = await work().catch((fault: unknown) => {
      reportError(fault);
      return false;
    });
    // A page that is leaving takes no second press.
    if (isDone !== false) return;
    setFailed(true);
    setBusy(false);
  };
  return (
    <Page
      h1={untold.h1}
      problems={hasFailed && !isBusy ? [{ message: untold.still }] : []}
      actions={
        <>
          <Onward label={english.tryAgain} isBusy={isBusy} onClick={() => void press(onAgain)} />
          <button type="button" className="button" aria-disabled={isBusy} onClick={() => void press(onLeave)}>
            {untold.leave}
          </button>
        </>
      }
    >
      {untold.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Page>
  );
}
