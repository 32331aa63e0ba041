import type { ServerReachability } from '#src/offline/server-reachability.ts';

type NeedsServerWords = {
  readonly title: string;
  readonly text: string;
  /** the reason on a form whose words the tablet stores until they are saved */
  readonly save: string;
};

/** Reason why a form that only the server can take cannot be sent now; null while it can. @param mayCall - no sign-in is missing */
export function needsServerWords(server: ServerReachability, mayCall: boolean): NeedsServerWords | null {
  if (server === 'failing')
    return {
      title: 'The server has a problem',
      text: 'This cannot be done until it works again.',
      save: 'Saving waits until the server works again.',
    };
  if (server !== 'here')
    return {
      title: 'This needs the network',
      text: 'There is none now, and this is not kept on this tablet. Please come back with the network.',
      save: 'Saving needs the network.',
    };
  if (!mayCall)
    return {
      title: 'This needs a sign-in',
      text: 'You are not signed in to the server. Please sign in first.',
      save: 'Saving needs a sign-in to the server.',
    };
  return null;
}
