import type { LiveHub } from '#server/http/live-hub.ts';
import type { Handlers } from '#server/http/serve.ts';
import { liveVisibility } from '#server/policies/visibility.ts';

/** The call that opens a stream of a server's hub. */
export const liveHandlers = (hub: LiveHub): Pick<Handlers, 'live'> => ({
  async live(_, { actor: { organisationId, userId, sessionId, ...actor } }) {
    return hub.open({ organisationId, userId, sessionId, visibility: liveVisibility(actor) });
  },
});
