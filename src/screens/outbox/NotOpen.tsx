import { useOpeningState } from '#src/offline/session.ts';
import { useQueueStatus } from '#src/device/queue-status.ts';
import { EmptyState, LockedState } from '#src/ui/states.tsx';
import type { ReactNode } from 'react';
import { notOpenWords } from './not-open-words.ts';

type NotOpenProps = {
  /** Rendered if this tablet has no vault of this person. */
  readonly nothing: ReactNode;
};

/** Rendered in place of the queue while this person's vault on this tablet is not open. */
export function NotOpen({ nothing }: NotOpenProps) {
  const words = notOpenWords(useOpeningState(), useQueueStatus().unsent);
  if (words === null) return nothing;
  return words.isSealed ? (
    <LockedState title={words.title}>{words.words}</LockedState>
  ) : (
    <EmptyState title={words.title} icon="key">
      {words.words}
    </EmptyState>
  );
}
