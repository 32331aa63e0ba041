import { useEffect, useState, type ComponentType } from 'react';
import type { FetchedProps } from './Fetched.tsx';

/** A part beside what is read, loaded on its own. Until it is there, and where it cannot be loaded, the page goes without. */
export function Beside<P extends object>({ from, props }: Pick<FetchedProps<P>, 'from' | 'props'>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    from().then(
      (part) => setPart(() => part),
      () => undefined,
    );
  }, [from]);
  return Part && <Part {...props} />;
}
