import type { TicketExtras } from '#contract/shapes/ticket-extras.ts';
import { experienceReaderOf } from '#domain/experience/collaborate.ts';
import { wordingsFor } from '#domain/experience/experience-settings.ts';
import { monthAt } from '#domain/values/plain-date.ts';
import { isNonceUsed } from '#server/data/experience/experience-counts.ts';
import { experienceSettingsOf } from '#server/data/experience/experience-settings.ts';
import { signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { isByLink } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { endOfPass, nonceOf, passOf } from './pass.ts';

/**
 * The three questions of whoever has signed, for an hour from the signature, until they have answered: on a tablet in the handover of that signature
 * alone, as nobody knows in whose hands it is afterwards, else by their own link. Nobody is asked about a form that was declined, taken back or
 * replaced, nor in words that are not the author's.
 */
export async function offeredQuestions(open: OpenCase, me: RecipientRow | undefined): Promise<Pick<TicketExtras, 'experience'>> {
  const { db, consent, deps } = open;
  const reader = me === undefined ? undefined : experienceReaderOf(me.role);
  if (me?.state !== 'SIGNED' || me.signed_at === null || reader === undefined) return {};
  if (consent.status !== 'SIGNED' && consent.status !== 'PARTIALLY_SIGNED') return {};
  const [procedure] = consent.pinned?.procedures ?? consent.content.procedures;
  const { organisation_id: organisationId, id: consentId } = consent;
  const signed = { organisationId, consentId, order: me.signing_order, signedAt: me.signed_at };
  const end = endOfPass(signed);
  if (procedure === undefined || deps.clock() >= end) return {};
  const stored = (await experienceSettingsOf(db, organisationId))?.settings;
  const wordings = stored?.isOn === true ? wordingsFor(reader, stored.wordings) : [];
  if (wordings.length === 0) return {};
  const nonce = nonceOf(deps.chainKey, signed);
  if (!(await isAtSigner(open, me))) return {};
  if (await isNonceUsed(db, { organisationId, hash: sha256Hex(nonce) })) return {};
  const pass = passOf(deps.chainKey, {
    organisationId,
    procedureId: procedure.procedureID,
    month: monthAt(Date.parse(signed.signedAt), deps.settings.timeZone),
    nonce,
    endsAt: new Date(end).toISOString(),
  });
  return { experience: { pass, wordings } };
}

/** Whether the holder of a ticket came by a link of their own, or holds the tablet as they did when they signed. */
async function isAtSigner(open: OpenCase, { signing_order: order }: RecipientRow): Promise<boolean> {
  const { db, actor } = open;
  if (actor.kind !== 'ticket') return false;
  if (isByLink(actor)) return true;
  const own = (await signaturesIn(db, keyOfVersion(open))).find(({ signing_order }) => signing_order === order);
  return own?.handover_id === actor.handoverId;
}
