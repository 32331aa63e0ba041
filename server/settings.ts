import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { BUILD, BuildVersion, isOlderBuild } from '#domain/base/build.ts';
import { MaintenanceSetting } from '#domain/organisation/maintenance.ts';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { REMINDER_DAYS, REMINDERS_MOST } from '#domain/signing/link.ts';
import { hasControl, EmailAddress, SingleLine } from '#domain/values/text.ts';
import { LOCK_MINUTES } from '#domain/accounts/session.ts';
import { CONFIRM_AFTER_DAYS, LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { ARCHIVE_AHEAD_DAYS } from '#domain/documents/archival.ts';
import { OutboundHost } from '#domain/organisation/outbound-hosts.ts';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Days that a setting may name: ten years [choice]. */
const DAYS_MOST = 3650;
/** Reminders of one link that a setting may ask for [choice]. */
const REMINDERS_SET_MOST = 20;
/** The largest heap that a setting may name, MB: a terabyte [choice]. */
const HEAP_MB_MOST = 1_000_000;
/** Characters of a name in the settings [choice]. */
const SET_NAME_MOST = 60;

const days = (fallback: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DAYS_MOST)), fallback);

const zone = v.pipe(
  v.string(),
  v.check((name) => {
    try {
      return new Intl.DateTimeFormat('en-GB', { timeZone: name }) instanceof Intl.DateTimeFormat;
    } catch {
      return false;
    }
  }, 'This is no time zone'),
);

/** A name that stands in mails and certificates: a break in it is a mistake in the file, and is not mended in silence. */
const settingName = (label: string) =>
  v.pipe(
    v.string(`The ${label} must be text`),
    v.check((name) => !hasControl(name) && !/[\n\t]/.test(name), `The ${label} must be one line`),
    SingleLine({ label, least: 1, most: SET_NAME_MOST }),
  );

/** The address of a service, without a slash at its end; without TLS on this machine alone. */
const ServiceAddress = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\/+$/, '')),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
  }, 'This must be an address that begins with https://'),
);

/** The settings of an organisation, in the file that `SETTINGS` names; unknown names are refused. */
export const Settings = v.strictObject({
  productName: v.optional(settingName('productName'), 'Assent'),
  /** The name in the certificate of newly generated seal keys; existing keys stay as they are. */
  organisationName: v.optional(settingName('organisationName')),
  supportEmail: v.optional(EmailAddress, 'support@demo.nhs.uk'),
  /** The address that mails come from; the support address unless given. */
  mailFrom: v.optional(EmailAddress),
  nhsHost: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+$/)), 'nhs.net'),
  /** Whether staff must register with an NHS address (spec §5); off for hospitals elsewhere. */
  nhsEmailOnly: v.optional(v.boolean(), true),
  /** The address of the first account of an empty installation (SEED=empty); `admin@` the NHS host unless given. */
  administratorEmail: v.optional(EmailAddress),
  timeZone: v.optional(zone, DEFAULT_ZONE),
  confirmAfterDays: days(CONFIRM_AFTER_DAYS),
  lapseAfterDays: days(LAPSE_AFTER_DAYS),
  linkDays: days(14),
  /** Days after which a link that nobody has answered is mailed again, and how often. */
  reminderDays: days(REMINDER_DAYS),
  remindersMost: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(REMINDERS_SET_MOST)), REMINDERS_MOST),
  /** Languages beside English that a signer may read the pages in; their texts are not reviewed yet, so none is the default. */
  patientLanguages: v.optional(
    v.pipe(
      v.array(
        v.picklist(PATIENT_LANGUAGES, `Each must be one of ${PATIENT_LANGUAGES.join(', ')}`),
        'This must be a list of languages',
      ),
      v.check((languages) => new Set(languages).size === languages.length, 'A language stands there twice'),
    ),
    [],
  ),
  /** Planned maintenance, shown to staff before and while it runs. */
  maintenance: v.optional(MaintenanceSetting),
  /** Whether somebody outside the team of a patient's cases must give a reason before the record opens. */
  breakGlass: v.optional(v.boolean(), false),
  /** Beside TSA_URL, files (PEM): certificates of which one must vouch for time stamps, and revocation lists of their authorities. */
  tsa: v.optional(
    v.strictObject({ roots: v.pipe(v.string(), v.minLength(1)), crl: v.optional(v.pipe(v.string(), v.minLength(1))) }),
  ),
  /** A document gets its next archival time stamp so many days before the certificate of the newest one ends. */
  archiveAheadDays: days(ARCHIVE_AHEAD_DAYS),
  /** Hosts to which this server may connect where somebody enters an address of another system. */
  outboundHosts: v.optional(v.array(OutboundHost, 'This must be a list of hosts'), []),
  /** The address of GOV.UK Notify, where it is another than its own. */
  govukNotify: v.optional(v.strictObject({ baseUrl: ServiceAddress })),
  /** NHS Notify, for the NHS App and text messages: its addresses, and the key by which this server shows who it is. */
  nhsNotify: v.optional(
    v.strictObject({
      baseUrl: ServiceAddress,
      tokenUrl: ServiceAddress,
      clientID: v.pipe(v.string(), v.minLength(1)),
      kid: v.pipe(v.string(), v.minLength(1)),
      keyFile: v.pipe(v.string(), v.minLength(1)),
    }),
  ),
  /** A file (PEM) of authorities that vouch for other systems, beside those that every system trusts. */
  caFile: v.optional(v.pipe(v.string(), v.minLength(1))),
  /** The server refuses new calls while its event loop is late by so many ms on average, or its heap is larger; 0 never. */
  overloadDelayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MINUTE)), 3000),
  /** MB; nine tenths of what the engine may use unless given. */
  overloadHeapMb: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(HEAP_MB_MOST))),
  /** The oldest build of the pages whose calls are accepted, where that is later than the server's own minimum. */
  oldestBuild: v.optional(
    v.pipe(
      BuildVersion,
      v.check((build) => !isOlderBuild(BUILD, build), `It is later than this server, which is ${BUILD}: no page could be used`),
    ),
  ),
  lockMinutes: v.optional(v.pipe(v.number(), v.minValue(LOCK_MINUTES.least), v.maxValue(LOCK_MINUTES.most)), LOCK_MINUTES.usual),
});
export type Settings = v.InferOutput<typeof Settings>;

/** Thrown at start for an invalid setting or variable; the message is one sentence for the person who starts the server. */
export class WrongSetting extends Error {
  override name = 'WrongSetting';
}

/**
 * Reads the settings file, or gives the defaults without one.
 *
 * @throws WrongSetting when the file is missing, is no JSON, or holds an invalid value
 */
export function readSettings(path: string | undefined): Settings {
  if (path === undefined) return v.parse(Settings, {});
  const checked = v.safeParse(Settings, parse(path));
  if (checked.success) return checked.output;
  const [fault] = faultsOf(checked.issues);
  throw new WrongSetting(`SETTINGS: “${fault?.path ?? ''}” in ${path} is not right: ${fault?.message ?? ''}`);
}

function parse(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new WrongSetting(
      `SETTINGS: ${isMissing ? `there is no file ${path}` : `${path} is nothing that this account can read`}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongSetting(`SETTINGS: ${path} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}
