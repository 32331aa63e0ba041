import type { FormIdentity } from '#contract/identity.ts';
import type { Parsed } from '#contract/calls.ts';
import { Digest } from '#domain/values/text.ts';
import { identityCheckOf, identityValuesOf } from '#domain/patients/identity-check.ts';
import { consentByCode, type VerifiedRow } from '#server/data/consents/consents.ts';
import { consentOfFile, hasDocument } from '#server/data/documents/documents.ts';
import { listedCases } from '#server/data/theatre/listed-cases.ts';
import type { Db } from '#server/data/db.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { isOfWrongPatient } from '#server/work/consents/hidden-version.ts';
import { plainCode } from './verify.ts';
import * as v from 'valibot';

/**
 * Whom a sealed form names and whom its record names, for a member of staff who has the form, or a file of it, before them. Null where
 * both name one person, and for every form that this person does not reach.
 *
 * @param named - the printed code of the form, or the SHA-256 of the file
 */
export async function formIdentityOf(
  db: Db,
  actor: StaffActor,
  named: Parsed<'recordFormIdentity'>,
): Promise<FormIdentity | null> {
  const consent = await versionOf(db, named);
  if (consent === undefined || consent.organisation_id !== actor.organisationId || isOfWrongPatient(consent)) return null;
  const [listed] = await listedCases(db, caseVisibility(actor), [consent.case_id]);
  if (listed === undefined || consent.pinned === null) return null;
  const { id: consentID, pinned, identity_checks: acceptances } = consent;
  const [form, record] = [identityValuesOf(pinned.patient), listed.record_identity];
  return identityCheckOf(form, record, acceptances).state === 'SAME' ? null : { consentID, form, record, acceptances };
}

async function versionOf(db: Db, { form }: Parsed<'recordFormIdentity'>): Promise<VerifiedRow | undefined> {
  if (v.is(Digest, form)) return consentOfFile(db, form);
  const consent = await consentByCode(db, plainCode(form));
  if (consent === undefined) return undefined;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  return (await hasDocument(db, key, 'SIGNED')) || (await hasDocument(db, key, 'REFUSAL')) ? consent : undefined;
}
