import type { ServerReachability } from '#src/offline/server-reachability.ts';
import { signInReason } from '#src/session/sign-in-reason.ts';

type Standing = {
  readonly server: ServerReachability;
  /** ops that are not with the server yet */
  readonly unsent: number;
};

/**
 * The words about unsent work in a session without a token, and the reason: the server is unreachable, or a sign-in is missing.
 */
export function onlyUnlockedWords({ server, unsent }: Standing): string {
  if (server === 'here') return `You are not signed in to the server. ${signInReason(unsent)}.`;
  const [cause, back] =
    server === 'failing'
      ? ['while the server has a problem', 'the server works again']
      : ['without the network', 'the network is back'];
  return `Opened on this tablet ${cause}. What waits is sent once ${back} and you are signed in.`;
}
