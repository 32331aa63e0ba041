import type { OfferedExperience } from '#contract/shapes/ticket-extras.ts';
import { useEffect, useState, type ComponentType } from 'react';

/** `offer`: the questions, where the page has them already; without it they are asked for. */
type HeardProps = { readonly offer?: OfferedExperience | undefined };

/** The three questions after a signature. They are extra: without them the page is whole, and so it is while they are on their way. */
export function Heard({ offer }: HeardProps) {
  const [Part, setPart] = useState<ComponentType<HeardProps> | null>(null);
  useEffect(() => {
    void import('./HeardPart.tsx').then(
      ({ HeardPart }) => setPart(() => HeardPart),
      () => undefined,
    );
  }, []);
  return Part === null ? null : <Part offer={offer} />;
}
