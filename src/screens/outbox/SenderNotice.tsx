import { useQueue } from '#src/held/held.ts';
import { useOnline } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { senderWords } from './sender-words.ts';
import { useNow } from './use-now.ts';

/** What becomes of what waits, and what would help; read out when it changes. */
export function SenderNotice() {
  const { sending } = useQueue();
  const isOnline = useOnline();
  const isSignedIn = useSession()?.token !== null;
  const { timeZone: zone } = useProduct();
  const { tone, title, words } = senderWords({ sending, isOnline, isSignedIn, now: useNow(), zone });
  return (
    <Notice tone={tone} title={title} live>
      {words}
    </Notice>
  );
}
