import { useQueueStatus } from '#src/device/queue-status.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { senderWords } from './sender-words.ts';
import { useNow } from './use-now.ts';

/** The state of the sender, and advice; announced when it changes. */
export function SenderNotice() {
  const { sync } = useQueueStatus();
  const server = useServerStatus();
  const isSignedIn = useSession()?.token !== null;
  const { timeZone: zone } = useProduct();
  const { tone, title, words } = senderWords({ sync, server, isSignedIn, now: useNow(), zone });
  return (
    <Notice tone={tone} title={title} live>
      {words}
    </Notice>
  );
}
