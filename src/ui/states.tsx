import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import { StatePanel } from '#src/ui/layout/StatePanel.tsx';

type Words = { readonly title: string; readonly children?: ReactNode; readonly action?: ReactNode };

/** Empty list, or a search without results. */
export function EmptyState({ icon = 'document', ...words }: Words & { readonly icon?: IconName }) {
  return <StatePanel icon={icon} {...words} />;
}

/** Failed loading; offers a retry when one can help. The words come from the error catalogue. */
export function FailedState({ title, children, onRetry }: Omit<Words, 'action'> & { readonly onRetry?: () => void }) {
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <StatePanel icon="warning" tone="stop" title={title} action={retry} live>
      {children}
    </StatePanel>
  );
}

/** Data that are not on this device, while there is no network. */
export function OfflineState(words: Words) {
  return <StatePanel icon="offline" tone="warn" live {...words} />;
}

/** Locked screen; work is stored. */
export function LockedState(words: Words) {
  return <StatePanel icon="lock" tone="info" {...words} />;
}

/** Missing permission to see or do this. Says who can help. */
export function RefusedState(words: Words) {
  return <StatePanel icon="refused" tone="stop" {...words} />;
}
