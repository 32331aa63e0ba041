import type { Parsed } from '#contract/calls.ts';
import type { OwnExperienceSettings } from '#contract/experience/experience.ts';
import { EXPERIENCE_OFF } from '#domain/experience/experience-settings.ts';
import { Refused } from '#server/api-error.ts';
import { lockOrganisation } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';
import { experienceSettingsOf, writeExperienceSettings } from '#server/data/experience/experience-settings.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

type Change = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now' | 'address'>;

/** Whether people who sign in the own organisation are asked, in the shape of the wire. */
export async function ownExperienceSettings(db: Db, organisationId: string): Promise<OwnExperienceSettings> {
  const row = await experienceSettingsOf(db, organisationId);
  return { ...(row?.settings ?? EXPERIENCE_OFF), licenceReadAt: row?.licence_read_at ?? null, version: row?.version ?? 0 };
}

/**
 * Changes it.
 *
 * @throws Refused VERSION_CONFLICT with the present ones; INVALID where people would be asked and nobody has read the licence
 */
export async function changeExperience(
  { version, ...settings }: Parsed<'experienceSettingsUpdate'>,
  change: Change,
): Promise<OwnExperienceSettings> {
  const { db, actor, now } = change;
  const { organisationId } = actor;
  const organisation = await lockOrganisation(db, organisationId);
  if (organisation === undefined) throw new Refused('NOT_FOUND');
  const before = await ownExperienceSettings(db, organisationId);
  if (before.version !== version) throw new Refused('VERSION_CONFLICT', { data: { current: before }, shows: null });
  if (settings.isOn && !settings.hasReadLicence)
    throw new Refused('INVALID', {
      fields: [{ path: 'hasReadLicence', message: 'Read the licence of the questions first, and tick that it allows your use' }],
    });
  await writeExperienceSettings(db, {
    organisation_id: organisationId,
    settings,
    licence_read_at: settings.hasReadLicence ? (before.licenceReadAt ?? now) : null,
    version: version + 1,
    updated_at: now,
    updated_by: actor.userId,
  });
  const languages = settings.wordings.map(({ language, reader }) => `${language} ${reader}`).join(', ');
  await logStaffSecurityEvent(db, change, {
    type: 'ORGANISATION_CHANGED',
    subject: organisation.name,
    detail: `Was I heard: ${settings.isOn ? 'on' : 'off'}${settings.hasReadLicence ? ', licence read' : ''}${languages === '' ? '' : `; pasted: ${languages}`}`,
  });
  return ownExperienceSettings(db, organisationId);
}
