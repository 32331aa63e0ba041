import type { Parsed } from '#contract/calls.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { noticeFault } from '#domain/organisation/privacy-notice.ts';
import { ORGANISATION_LABELS } from '#domain/organisation/organisation.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { Refused } from '#server/api-error.ts';
import {
  lockOrganisation,
  allOrganisations,
  setupOf,
  updateOrganisation,
  type OrganisationRow,
} from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Deciding } from '#server/work/accounts/authorise.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { ownOrganisation } from './own-organisation.ts';

/**
 * Changes the details of the own organisation. Forms that are out keep name and address.
 *
 * @throws Refused VERSION_CONFLICT with the present details; INVALID for a name that another organisation has, and for a notice in two ways
 */
export async function changeDetails(details: Parsed<'organisationUpdate'>, deciding: Deciding): Promise<void> {
  const { db, actor } = deciding;
  const { name } = details;
  const row = await lockOrganisation(db, actor.organisationId);
  if (row === undefined) throw new Refused('NOT_FOUND');
  if (row.version !== details.version)
    throw new Refused('VERSION_CONFLICT', { data: { current: await ownOrganisation(db, row.id) }, shows: null });
  await refuseName(db, row.id, name);
  const changed = changedOf(row, details);
  const after = { ...row, ...changed };
  const fault = noticeFault({ privacyText: after.privacy_text, privacyUrl: after.privacy_url });
  if (fault !== null) throw new Refused('INVALID', { fields: [fault] });
  // Once all was there, whatever is taken away again is missing.
  const hadSent = row.had_sent && setupOf(after).missing.length > 0;
  await updateOrganisation(db, row.id, { ...changed, had_sent: hadSent });
  const fields = (Object.keys(WORDS) as Field[]).filter((field) => !isSameValue(row[field], after[field]));
  await logStaffSecurityEvent(db, deciding, {
    type: 'ORGANISATION_CHANGED',
    subject: name,
    detail: fields.map((field) => (field === 'name' ? `before ${row.name}` : WORDS[field])).join(', '),
  });
}

/** The details after a change: those that a build before does not know of stay as they are. */
function changedOf(row: OrganisationRow, details: Parsed<'organisationUpdate'>) {
  const { patientPhone, privacyText, privacyUrl, accessibilityEmail, safetyContacts } = details;
  return {
    name: details.name,
    address: details.address,
    support_email: details.supportEmail,
    support_phone: details.supportPhone,
    patient_phone: patientPhone === undefined ? row.patient_phone : patientPhone,
    privacy_text: privacyText === undefined ? row.privacy_text : privacyText,
    privacy_url: privacyUrl === undefined ? row.privacy_url : privacyUrl,
    accessibility_email: accessibilityEmail === undefined ? row.accessibility_email : accessibilityEmail,
    safety_contacts: safetyContacts ?? row.safety_contacts,
  };
}

const WORDS = {
  name: ORGANISATION_LABELS.name,
  address: ORGANISATION_LABELS.address,
  support_email: ORGANISATION_LABELS.supportEmail,
  support_phone: ORGANISATION_LABELS.supportPhone,
  patient_phone: ORGANISATION_LABELS.patientPhone,
  privacy_text: ORGANISATION_LABELS.privacyText,
  privacy_url: ORGANISATION_LABELS.privacyUrl,
  accessibility_email: ORGANISATION_LABELS.accessibilityEmail,
  safety_contacts: ORGANISATION_LABELS.safetyContacts,
} as const;
type Field = keyof typeof WORDS;

/** @throws Refused INVALID for a name of another organisation */
export async function refuseName(db: Db, id: string | null, name: string): Promise<void> {
  const others = (await allOrganisations(db)).filter((each) => each.id !== id);
  if (others.some((each) => foldForSearch(each.name) === foldForSearch(name)))
    throw new Refused('INVALID', { fields: [{ path: 'name', message: 'An organisation with this name already exists' }] });
}
