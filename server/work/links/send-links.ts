import type { SEND_CHANNELS, SentRecipient } from '#contract/consents.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { Refused } from '#server/api-error.ts';
import { presentRecipient, recipientsIn } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import type { InferInput } from 'valibot';
import { sendLink } from './send-link.ts';

type Channel = (typeof SEND_CHANNELS)[number];
export type Sending = {
  readonly channel: Channel;
  readonly channels?: readonly { readonly signing_order: number; readonly channel: Channel }[] | undefined;
  readonly addressConfirmed?: boolean | undefined;
};

/**
 * Sends a form that is ready to its signers, each by the way that is chosen for them. Clinicians sign under their own account, whatever
 * the way of the others is.
 *
 * @throws Refused as {@link sendLink}, for the whole sending; INVALID for a place where nobody signs
 */
export async function sendToSigners(
  open: OpenCase,
  actor: StaffActor,
  { channel, channels = [], addressConfirmed }: Sending,
): Promise<InferInput<typeof SentRecipient>[]> {
  const signers = await recipientsIn(open.db, { organisationId: open.record.organisation_id, id: open.consent.id });
  const strange = channels.findIndex(({ signing_order: order }) => signers.every((each) => each.signing_order !== order));
  if (strange !== -1)
    throw new Refused('INVALID', {
      fields: [{ path: `channels.${strange}.signing_order`, message: 'Nobody signs at this place' }],
    });
  const results: InferInput<typeof SentRecipient>[] = [];
  for (const signer of signers.filter(({ attests }) => attests === null)) {
    const chosen = channels.find((each) => each.signing_order === signer.signing_order)?.channel;
    const way = chosen ?? (ROLE_RULES[signer.role].mayUseLink ? channel : 'DEVICE');
    const isOver = signer.state === 'SIGNED' || signer.state === 'DECLINED';
    if (way === 'DEVICE' || isOver) {
      results.push({ ...presentRecipient(signer), channel: 'DEVICE', mail: null });
      continue;
    }
    const { endsAt, url } = await sendLink(open, actor, { signing_order: signer.signing_order, channel: way, addressConfirmed });
    results.push({
      ...presentRecipient({ ...signer, state: signer.state === 'WAITING' ? 'INVITED' : signer.state }),
      channel: way,
      mail: way === 'EMAIL' ? 'QUEUED' : null,
      ...(url === undefined ? {} : { link: { url, expiresAt: endsAt } }),
    });
  }
  return results;
}
