import { DAY } from '#domain/base/limits.ts';
import { DEAD_ADDRESS_FOR } from '#domain/notifications/channels.ts';
import type { LeftoverKind } from '#server/data/jobs/leftovers.ts';

/**
 * How long each kind of row is stored after its end, ms [choice]. Everything that proves something stays, and is not listed: timelines,
 * the security log, signatures, handovers, links with their tokens and their mails, and the ids of queued calls.
 */
export const RETENTION: Readonly<Record<LeftoverKind, number>> = {
  // A month in which somebody may ask who was signed in where; the security log tells it for ever.
  sessions: 30 * DAY,
  halfSignIns: DAY,
  codes: 7 * DAY,
  // The holder of an ended ticket of a link is still told that the form was recorded in error.
  tickets: 30 * DAY,
  documentLinks: DAY,
  // Their texts are deleted as soon as they are sent.
  mails: 90 * DAY,
  mailJobs: 90 * DAY,
  packJobs: 90 * DAY,
  // As the mails that they became.
  notifications: 90 * DAY,
  // A service repeats what it tells for less than an hour.
  callbackKeys: 30 * DAY,
  deadAddresses: DEAD_ADDRESS_FOR,
  // They hold data of patients; the id of the call is stored for ever, so that no call takes effect twice.
  answers: 30 * DAY,
  // By then the pass has ended.
  nonces: 0,
  throttles: 0,
};
