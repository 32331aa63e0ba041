import { useEffect, useRef, useState, type ComponentType } from 'react';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { Moment } from './Moment.tsx';
import { Onward } from './Onward.tsx';
import { SignerPage } from './SignerPage.tsx';

export type FetchedProps<P> = {
  /** Fetches the component; always the same function. */
  readonly from: () => Promise<ComponentType<P>>;
  readonly props: P;
  readonly onBack?: (() => void) | undefined;
  /** Leaves the page where the component does not come; without it, only another try leads on. */
  readonly onSkip?: (() => void) | undefined;
};

/** A component that is loaded on its own, after the content that is read first. */
export function Fetched<P extends object>({ from, props, onBack, onSkip }: FetchedProps<P>) {
  const words = useTexts();
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [tries, setTries] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const skip = useRef(onSkip);
  skip.current = onSkip;
  useEffect(() => {
    let isWanted = true;
    const late = new Promise<never>((_, reject) => skip.current && setTimeout(reject, FALLBACK_TIMEOUT));
    Promise.race([from(), late]).then(
      (part) => isWanted && setPart(() => part),
      () => isWanted && (skip.current ?? (() => setMissing(true)))(),
    );
    return () => {
      isWanted = false;
    };
  }, [from, tries]);
  if (Part !== null) return <Part {...props} />;
  const again = () => {
    setMissing(false);
    setTries(tries + 1);
  };
  return isMissing ? (
    <SignerPage h1={words.halted.network.h1} onBack={onBack} actions={<Onward onClick={again} label={words.tryAgain} />}>
      <p>{words.network}</p>
    </SignerPage>
  ) : (
    <Moment onBack={onBack} />
  );
}
