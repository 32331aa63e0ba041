import { Notice } from '#src/ui/Notice.tsx';
import { STOPPED_WORDS } from './item-words.ts';

/** Says that something on the way to the server refuses an item. */
export function StoppedNotice() {
  return (
    <Notice tone="stop" title={STOPPED_WORDS.title}>
      {STOPPED_WORDS.advice}
    </Notice>
  );
}
