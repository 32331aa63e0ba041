import { useEffect, useState, type ComponentType } from 'react';
import { Page } from '../pieces/Page.tsx';
import { useWords } from '../words.ts';
import type { TakeBackProps } from './TakeBack.tsx';

/** {@link TakeBack}, fetched when a clinician asks for it: patients do not pay for it with waiting. */
export function LazyTakeBack(props: TakeBackProps) {
  const words = useWords();
  const [Loaded, setLoaded] = useState<ComponentType<TakeBackProps> | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    import('./TakeBack.tsx').then(
      ({ TakeBack }) => setLoaded(() => TakeBack),
      () => setMissing(true),
    );
  }, []);
  if (Loaded !== null) return <Loaded {...props} />;
  return (
    <Page h1={words.halted.network.h1} onBack={props.onBack}>
      <p>{isMissing ? words.network : words.moment}</p>
    </Page>
  );
}
