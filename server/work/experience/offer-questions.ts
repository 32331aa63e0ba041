import type { TicketExtras } from '#contract/shapes/ticket-extras.ts';
import { experienceReaderOf } from '#domain/experience/collaborate.ts';
import { wordingsFor } from '#domain/experience/experience-settings.ts';
import { monthAt } from '#domain/values/plain-date.ts';
import { isNonceUsed } from '#server/data/experience/experience-counts.ts';
import { experienceSettingsOf } from '#server/data/experience/experience-settings.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { endOfPass, nonceOf, passOf } from './pass.ts';

/**
 * The three questions of whoever has signed, for an hour from the signature, until they have answered. Nobody is asked about a form that was declined,
 * taken back or replaced, nor in words that are not the author's.
 */
export async function offeredQuestions(
  { db, consent, deps }: OpenCase,
  me: RecipientRow | undefined,
): Promise<Pick<TicketExtras, 'experience'>> {
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
