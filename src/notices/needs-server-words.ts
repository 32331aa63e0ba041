import type { ServerStatus } from './server-reachability.ts';

/** Reason why a form that only the server can take cannot be sent now; null while it can. @param mayCall - no sign-in is missing */
export function needsServerWords(
  server: ServerStatus,
  mayCall: boolean,
): { readonly title: string; readonly text: string } | null {
  if (server === 'failing') return { title: 'The server has a problem', text: 'This cannot be done until it works again.' };
  if (server !== 'here')
    return {
      title: 'This needs the network',
      text: 'There is none now, and this is not kept on this tablet. Please come back with the network.',
    };
  if (!mayCall) return { title: 'This needs a sign-in', text: 'You are not signed in to the server. Please sign in first.' };
  return null;
}
