import { currentSession } from '#src/session/session.ts';

/** The organisation of the person signed in: what one keeps on a device is not another's. '' without a session. */
export function ownOrganisation(): string {
  return currentSession()?.user.organisation[0]?._id ?? '';
}
