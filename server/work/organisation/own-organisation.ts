import type { OwnOrganisation } from '#contract/organisation.ts';
import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { phoneForPatients } from '#domain/organisation/message-setup.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { messageSettingsOf } from '#server/data/notifications/message-settings.ts';
import { organisationById, setupOf, type OrganisationRow } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import type { Settings } from '#server/settings.ts';

/** The organisation of whoever asks, in the shape of the wire. */
export async function ownOrganisation(db: Db, id: string): Promise<OwnOrganisation> {
  const row = await organisationById(db, id);
  const { channels } = { ...MESSAGE_DEFAULTS, ...(await messageSettingsOf(db, id))?.settings };
  return {
    _id: row.id,
    name: row.name,
    address: row.address,
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    patientPhone: row.patient_phone,
    privacyText: row.privacy_text,
    privacyUrl: row.privacy_url,
    accessibilityEmail: row.accessibility_email,
    safetyContacts: row.safety_contacts,
    setup: setupOf(row),
    messageChannels: MESSAGE_CHANNELS.filter((channel) => channels[channel] === 'ON'),
    logo: row.logo_id,
    version: row.version,
    isFirst: row.first_id === row.id,
  };
}

/** The same for anybody. */
export function publicOrganisation(row: OrganisationRow, { supportEmail }: Pick<Settings, 'supportEmail'>): PublicOrganisation {
  const email = row.support_email ?? supportEmail;
  return {
    _id: row.id,
    name: row.name,
    phone: phoneForPatients({ patientPhone: row.patient_phone, supportPhone: row.support_phone }),
    email,
    accessibilityEmail: row.accessibility_email ?? email,
    privacyText: row.privacy_text,
    privacyUrl: row.privacy_url,
  };
}
