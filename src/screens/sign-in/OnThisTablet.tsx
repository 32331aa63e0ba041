import { durationWords } from '#domain/base/duration-words.ts';
import { SESSION_CAP } from '#domain/accounts/session.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { readStoredSession } from '#src/session/stored-session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { useRememberedUsers } from './use-remembered-users.ts';

/** Part of the sign-in screen: that the server is out of reach and what opens anyway, and whose unsent items are on this tablet. */
export function OnThisTablet() {
  const server = useServerStatus();
  const users = useRememberedUsers();
  const waiting = users.filter(({ unsentCount }) => unsentCount > 0);
  const isOpening = server !== 'here' && users.length > 0;
  if (!isOpening && waiting.length === 0) return null;
  return (
    <Notice tone={isOpening ? 'warn' : 'info'} title={isOpening ? CAUSES[server] : 'Not yet sent from this tablet'}>
      {isOpening && (
        <p>
          Your password opens your work on this tablet, up to {durationWords(SESSION_CAP)} after your last sign-in with the
          network.
        </p>
      )}
      {isOpening && readStoredSession() !== null && (
        <p>You are still signed in here. Once the server answers, you go on where you were, unless you type first.</p>
      )}
      {waiting.length > 0 && (
        <ul>
          {waiting.map(({ displayName, unsentCount }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have one name, and nothing else of them is shown
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
