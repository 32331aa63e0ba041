import { currentSession } from '#src/session/session.ts';

/** Organisation of the person signed in: stored lists are kept apart by it. '' without a session. */
export function ownOrganisationId(): string {
  return currentSession()?.user.organisation[0]?._id ?? '';
}
