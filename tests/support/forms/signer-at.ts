import type { Input, Output } from '#contract/calls.ts';
import { ticketDetails } from './ticket-details.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { callerOf, inked, type Caller, type Reached } from './builders.ts';

type Version = Pick<Output<'consentSend'>['data'], 'consentID'>;
type Details = ReturnType<typeof ticketDetails>;

/** The holder of a new ticket for one place of a version. */
export type SignerAt = Caller & {
  token: string;
  handoverId: string;
  details: Details;
  /** signs over what the ticket shows, by drawing unless changed */
  sign(change?: Partial<Input<'recordSign'>>): Promise<Output<'recordSign'>>;
};

/** Hands over to the signer at one place; several people can share a role. */
export async function signerAt(
  server: Reached,
  staff: Caller,
  { consentID }: Version,
  [role, signing_order]: readonly [SignerRole, number],
): Promise<SignerAt> {
  const { ticket, handoverId } = await staff.call('consentSendToSign', { consentID, role, signing_order });
  const holder = callerOf(server, ticket);
  const details = ticketDetails(await holder.call('consentDetailsByToken', { token: ticket }));
  return {
    ...holder,
    token: ticket,
    handoverId,
    details,
    sign: (change = {}) => holder.call('recordSign', signatureAt(details, change)),
  };
}

/** The drawn signature of the signer at the ticket's own place. */
export function signatureAt(details: Details, change: Partial<Input<'recordSign'>> = {}): Input<'recordSign'> {
  const signer = [...details.recipients, ...(details.consent.addedSigners ?? [])].find(
    ({ signing_order }) => signing_order === details.signing_order,
  );
  return inked(details, { name: signer?.recipient_name ?? 'Nobody', ...change });
}
