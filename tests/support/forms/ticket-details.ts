import type { Output } from '#contract/calls.ts';
import type { TicketDetails } from '#contract/signing.ts';

/** The details of a ticket, of an answer that might be a link's. */
export function ticketDetails({ data }: Pick<Output<'consentDetailsByToken'>, 'data'>): TicketDetails {
  if ('needs' in data) throw new Error('These are the details of a link, not of a ticket');
  return data;
}
