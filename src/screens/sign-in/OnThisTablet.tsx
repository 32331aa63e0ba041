import { durationWords } from '#domain/base/duration-words.ts';
import { SESSION_CAP } from '#domain/accounts/session.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { useEffect, useState } from 'react';

type Kept = { readonly displayName: string; readonly unsentCount: number };

/** Part of the sign-in screen: that the server is out of reach and what opens anyway, and whose unsent items are on this tablet. */
export function OnThisTablet() {
  const server = useServerStatus();
  const kept = useKept();
  const waiting = kept.filter(({ unsentCount }) => unsentCount > 0);
  const isOpening = server !== 'here' && kept.length > 0;
  if (!isOpening && waiting.length === 0) return null;
  return (
    <Notice tone={isOpening ? 'warn' : 'info'} title={isOpening ? CAUSES[server] : 'Not yet sent from this tablet'}>
      {isOpening && (
        <p>
          Your password opens your work on this tablet, up to {durationWords(SESSION_CAP)} after your last sign-in with the
          network.
        </p>
      )}
      {waiting.length > 0 && (
        <ul>
          {waiting.map(({ displayName, unsentCount }, at) => (
            // Two people may have the same name, and nothing else about them is shown.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              {displayName}: {unsentCount} unsent
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

const CAUSES = { failing: 'The server has a problem', portal: 'No network', offline: 'No network' } as const;

function useKept(): readonly Kept[] {
  const [kept, setKept] = useState<readonly Kept[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      // The store is loaded with Dexie, which this screen does not wait for; a browser without storage has nobody to name.
      const { rememberedUsers } = await import('#src/offline/unlock.ts');
      const found = await rememberedUsers().catch(() => []);
      if (!isGone) setKept(found);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, []);
  return kept;
}
