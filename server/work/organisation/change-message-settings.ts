import { monthAt } from '#domain/values/plain-date.ts';
import type { Parsed } from '#contract/calls.ts';
import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import {
  channelsInWords,
  MESSAGE_SECRETS,
  settingsFaults,
  type MessageSecrets,
  type MessageSettings,
} from '#domain/organisation/message-settings.ts';
import { longestSms, SMS_PARTS_MOST } from '#domain/notifications/sms.ts';
import { ENGLISH_NAMES, isPatientLanguage } from '#domain/values/patient-languages.ts';
import type { Fault } from '#domain/base/fault.ts';
import { Refused } from '#server/api-error.ts';
import { lockOrganisation, setupOf, supportOf, type OrganisationRow } from '#server/data/accounts/organisations.ts';
import { messageSecretsPlace } from '#server/data/accounts/sealed-secrets.ts';
import type { Db } from '#server/data/db.ts';
import { forgetMailedShares, usedInMonth, writeMessageSettings } from '#server/data/notifications/message-settings.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { openMessageSettings, storedSecrets, type OpenMessageSettings } from '#server/work/messages/message-settings.ts';

type Change = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now' | 'address'>;

/** The ways of messages of the own organisation, in the shape of the wire: of secrets only whether they are stored. */
export async function ownMessageSettings(db: Db, organisationId: string, deps: Deps): Promise<OwnMessageSettings> {
  return presented(await openMessageSettings(db, organisationId, deps), { db, organisationId, deps });
}

type Presenting = { readonly db: Db; readonly organisationId: string; readonly deps: Deps };

async function presented(open: OpenMessageSettings, { db, organisationId, deps }: Presenting): Promise<OwnMessageSettings> {
  const { id, settings, secrets, paused, version } = open;
  const at = (service: string) => (id === null ? null : `${deps.publicOrigin}/api/callbacks/${service}/${id}`);
  return {
    ...settings,
    secrets: storedSecrets(secrets),
    callbacks: { govuk: at('govuk-notify'), nhs: at('nhs-notify') },
    hasNhsNotify: deps.nhsNotify !== undefined,
    paused: [...paused],
    used: await usedInMonth(db, organisationId, monthAt(deps.clock(), deps.settings.timeZone)),
    version,
  };
}

/**
 * Changes the ways of messages of the own organisation.
 *
 * @throws Refused VERSION_CONFLICT with the present ones; INVALID for a channel that could not send, at the field that mends it; SETUP_NEEDED for a
 *   channel beside email while telephone or privacy notice are missing
 */
export async function changeMessageSettings(
  { secrets: changes, version, ...changed }: Parsed<'messagesSettingsUpdate'>,
  change: Change,
): Promise<OwnMessageSettings> {
  const { db, actor, deps, now } = change;
  const { organisationId } = actor;
  const organisation = await lockOrganisation(db, organisationId);
  if (organisation === undefined) throw new Refused('NOT_FOUND');
  const before = await openMessageSettings(db, organisationId, deps);
  if (before.version !== version)
    throw new Refused('VERSION_CONFLICT', { data: { current: await ownMessageSettings(db, organisationId, deps) }, shows: null });
  const { urgentHours, aheadDays, urgentContact } = before.settings;
  const settings: MessageSettings = {
    ...changed,
    urgentHours: changed.urgentHours ?? urgentHours,
    aheadDays: changed.aheadDays ?? aheadDays,
    urgentContact: changed.urgentContact === undefined ? urgentContact : changed.urgentContact,
  };
  const secrets = changedSecrets(before.secrets, changes);
  const faults = settingsFaults({ settings, has: storedSecrets(secrets), hasNhsNotify: deps.nhsNotify !== undefined });
  if (settings.channels.SMS === 'ON') faults.push(...tooLong(organisation, deps));
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  const isBeyondEmail = Object.entries(settings.channels).some(([channel, state]) => channel !== 'EMAIL' && state === 'ON');
  if (isBeyondEmail && setupOf(organisation).missing.length > 0) throw new Refused('SETUP_NEEDED');
  await writeMessageSettings(db, {
    organisation_id: organisationId,
    id: before.id ?? deps.newId(),
    settings,
    secrets: deps.secrets.seal(JSON.stringify(secrets), messageSecretsPlace(organisationId)),
    version: version + 1,
    // With other secrets or plans a service may serve again: the next message tries.
    paused: [],
    updated_at: now,
    updated_by: actor.userId,
  });
  // Under another limit its shares are mailed anew.
  if (JSON.stringify(settings.monthly) !== JSON.stringify(before.settings.monthly))
    await forgetMailedShares(db, { organisationId, month: monthAt(deps.clock(), deps.settings.timeZone) });
  const renewed = MESSAGE_SECRETS.filter((name) => secrets[name] !== before.secrets[name]);
  await logStaffSecurityEvent(db, change, {
    type: 'ORGANISATION_CHANGED',
    subject: organisation.name,
    detail: `Ways of messages: ${channelsInWords(settings)}${renewed.length === 0 ? '' : `; other secrets: ${renewed.length}`}`,
  });
  return ownMessageSettings(db, organisationId, deps);
}

function changedSecrets(before: MessageSecrets, changes: Parsed<'messagesSettingsUpdate'>['secrets']): MessageSecrets {
  const entered = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...entered };
}

/** The fault of text messages that would be dearer than anybody expects, in any language of the organisation's patients. */
function tooLong(organisation: OrganisationRow, { publicOrigin, settings }: Deps): Fault[] {
  const { parts, language } = longestSms({
    languages: ['en', ...settings.patientLanguages],
    organisation: organisation.name,
    support: supportOf(organisation, settings.supportEmail),
    url: `${publicOrigin}/login/${'x'.repeat(LINK_TOKEN_CHARACTERS)}`,
  });
  if (parts <= SMS_PARTS_MOST) return [];
  const inWords = isPatientLanguage(language) ? ` in ${ENGLISH_NAMES[language]}` : '';
  return [
    {
      path: 'channels.SMS',
      message: `A text message${inWords} would have ${parts} parts, and ${SMS_PARTS_MOST} is the most: shorten the name of the organisation, or its telephone number for patients`,
    },
  ];
}

/** Characters of the token of a link. */
const LINK_TOKEN_CHARACTERS = 45;
