import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';

/** Shown above an editor that opens with the words of an earlier visit. */
export function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      title="What you typed before is here again"
      action={
        <Button variant="default" onClick={onDiscard}>
          Discard it
        </Button>
      }
    >
      <p>You left without saving. It was stored on this tablet, for you alone.</p>
    </Notice>
  );
}
