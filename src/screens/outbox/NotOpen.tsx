import { useOpeningState, useQueue } from '#src/held/held.ts';
import { EmptyState, LockedState } from '#src/ui/states.tsx';
import type { ReactNode } from 'react';
import { notOpenWords } from './not-open-words.ts';

type NotOpenProps = {
  /** Where nothing of this person is kept on this tablet. */
  readonly nothing: ReactNode;
};

/** Stands in place of what waits while this person's work on this tablet is not open. */
export function NotOpen({ nothing }: NotOpenProps) {
  const words = notOpenWords(useOpeningState(), useQueue().unsent);
  if (words === null) return nothing;
  return words.isSealed ? (
    <LockedState title={words.title}>{words.words}</LockedState>
  ) : (
    <EmptyState title={words.title} icon="key">
      {words.words}
    </EmptyState>
  );
}
