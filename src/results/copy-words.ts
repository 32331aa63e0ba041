import { CallFailed } from '#contract/engine/call.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import type { ServedFromCache } from '#src/offline/local/context.ts';
import type { Tone } from '#src/ui/theme/tone.ts';
import type { ServerReachability } from '#src/offline/server-reachability.ts';

type CopyStanding = {
  readonly copy: Pick<ServedFromCache, 'isServerFailing'>;
  /** Whether the server's answer is awaited. */
  readonly isFetching: boolean;
  /** The answer that was a failure; null without one. */
  readonly failure: unknown;
  readonly server: ServerReachability;
  /** Whether there is a session that the server accepts. */
  readonly isSignedIn: boolean;
};

/** The reason why a copy of this tablet is shown in place of the server's answer. */
export function copyWords({ copy, isFetching, failure, server, isSignedIn }: CopyStanding): {
  readonly tone: Tone;
  readonly title: string;
} {
  if (failure instanceof CallFailed && !isRetryable(failure)) return { tone: 'stop', title: failure.message };
  return { tone: 'info', title: title({ copy, isFetching, server, isSignedIn }) };
}

function title({ copy, isFetching, server, isSignedIn }: Omit<CopyStanding, 'failure'>): string {
  if (server === 'failing' || copy.isServerFailing === true) return 'The server has a problem';
  if (server !== 'here') return 'The server cannot be reached';
  if (!isSignedIn) return 'Please sign in to see what is new';
  return isFetching ? 'The server has not answered yet' : 'The server did not answer';
}
