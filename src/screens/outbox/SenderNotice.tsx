import { useQueueStatus } from '#src/device/queue-status.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import type { UnsentItem } from '#src/queries/client/outbox.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { STOPPED_WORDS } from './item-words.ts';
import { senderWords } from './sender-words.ts';
import { useNow } from './use-now.ts';

type SenderNoticeProps = {
  /** The states of the items that wait for nobody. */
  readonly states: readonly UnsentItem['state'][];
};

/** The state of the sender, and advice, below what is said of items that are stopped on the way; announced when it changes. */
export function SenderNotice({ states }: SenderNoticeProps) {
  const { sync } = useQueueStatus();
  const server = useServerStatus();
  const isSignedIn = useSession()?.token !== null;
  const { timeZone: zone } = useProduct();
  const isStopped = (state: UnsentItem['state']) => state === 'stopped';
  const stopped = states.every(isStopped) ? 'all' : states.some(isStopped) ? 'some' : 'none';
  const said = senderWords({ sync, stopped, server, isSignedIn, now: useNow(), zone });
  return (
    <>
      {stopped !== 'none' && (
        <Notice tone="stop" title={STOPPED_WORDS.title}>
          {STOPPED_WORDS.advice}
        </Notice>
      )}
      {said !== null && (
        <Notice tone={said.tone} title={said.title} live>
          {said.words}
        </Notice>
      )}
    </>
  );
}
