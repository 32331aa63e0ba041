import * as v from 'valibot';
import type { Fault } from '#domain/base/fault.ts';
import { AHEAD_DEFAULTS, AHEAD_ENTRIES } from './ahead-settings.ts';
import { channelWords, MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { hasInk } from '#domain/values/ink.ts';
import { withoutInvisibles } from '#domain/values/invisibles.ts';
import { hasControl } from '#domain/values/text.ts';

/** Parts of text messages, or letters, that a month may have [choice]. */
const MONTHLY_MOST = 1_000_000;
/** Characters of a secret of a service [choice]. */
const SECRET_MOST = 200;
/** Characters that a bearer of callbacks has at least, as nobody may guess it [choice]. */
const BEARER_LEAST = 20;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const onOff = v.picklist(['ON', 'OFF'], 'Each channel is ON or OFF');
const serviceId = (label: string) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(`The ${label} must be text`),
        v.transform((text) => text.trim().toLowerCase()),
        v.regex(new RegExp(`^${UUID}$`), `The ${label} must be the id that the service shows: 36 letters, digits and hyphens`),
      ),
    ),
    null,
  );
const clock = v.pipe(v.string('The time must be text'), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'The time must look like 21:00'));
const monthly = v.optional(
  v.nullable(
    v.pipe(
      v.number('The limit must be a number'),
      v.integer('The limit must be a whole number'),
      v.minValue(1, 'The limit must be at least 1'),
      v.maxValue(MONTHLY_MOST, `The limit must be at most ${MONTHLY_MOST.toLocaleString('en-GB')}`),
    ),
  ),
  null,
);

/** The service that takes text messages. */
export const SMS_SERVICES = ['GOVUK', 'NHS'] as const;

/**
 * The ways by which messages reach people who sign, as an administrator switches them on. Email alone is on before anybody does. Times are those of a
 * clock on the wall where the organisation is.
 */
export const MessageSettings = v.strictObject({
  channels: v.strictObject({ EMAIL: onOff, SMS: onOff, APP: onOff, LETTER: onOff }),
  /** which is tried first, where somebody has no wish */
  order: v.pipe(
    v.array(v.picklist(MESSAGE_CHANNELS, `Each must be one of ${MESSAGE_CHANNELS.join(', ')}`), 'The order must be a list'),
    v.check(
      (order) => order.length === MESSAGE_CHANNELS.length && new Set(order).size === order.length,
      'The order must name each channel once',
    ),
  ),
  smsBy: v.picklist(SMS_SERVICES, `The service of text messages must be one of ${SMS_SERVICES.join(', ')}`),
  /** GOV.UK Notify: the id of the template of text messages, whose text is `((text))` */
  templates: v.strictObject({ SMS: serviceId('template') }),
  /** NHS Notify: the ids of the routing plans */
  plans: v.strictObject({ SMS: serviceId('routing plan'), APP: serviceId('routing plan') }),
  /** parts of text messages and letters of a calendar month; null without a limit */
  monthly: v.strictObject({ smsParts: monthly, letters: monthly }),
  /** no text message and none to the NHS App between these times, unless it is urgent */
  quiet: v.strictObject({ from: clock, to: clock }),
  /** hours ahead within which an operation is urgent; absent, with the next two, where a build before wrote it */
  urgentHours: v.optional(AHEAD_ENTRIES.urgentHours, AHEAD_DEFAULTS.urgentHours),
  /** days ahead within which a case that is not ready waits for its clinician */
  aheadDays: v.optional(AHEAD_ENTRIES.aheadDays, AHEAD_DEFAULTS.aheadDays),
  /** somebody who hears of all that is urgent; null: nobody */
  urgentContact: v.optional(AHEAD_ENTRIES.urgentContact, AHEAD_DEFAULTS.urgentContact),
});
export type MessageSettings = v.InferOutput<typeof MessageSettings>;

/** As it is before anybody has changed it: email as ever, and nothing else. */
export const MESSAGE_DEFAULTS: MessageSettings = {
  channels: { EMAIL: 'ON', SMS: 'OFF', APP: 'OFF', LETTER: 'OFF' },
  order: ['APP', 'SMS', 'EMAIL', 'LETTER'],
  smsBy: 'GOVUK',
  templates: { SMS: null },
  plans: { SMS: null, APP: null },
  monthly: { smsParts: null, letters: null },
  quiet: { from: '21:00', to: '08:00' },
  ...AHEAD_DEFAULTS,
};

const secret = (label: string, most = SECRET_MOST) =>
  v.pipe(
    v.string(`The ${label} must be text`),
    v.transform((text) => withoutInvisibles(text).trim()),
    v.check((text) => hasInk(text), `Enter the ${label}`),
    v.maxLength(most, `The ${label} must be at most ${most} characters`),
    v.check((text) => !hasControl(text) && !/\s/.test(text), `The ${label} must be one word`),
  );

const SECRET_SCHEMAS = {
  govukKey: v.pipe(
    secret('API key of GOV.UK Notify'),
    v.regex(
      new RegExp(`^[\\w .-]*-?${UUID}-${UUID}$`, 'i'),
      'This is no API key of GOV.UK Notify: it ends in two ids of 36 characters',
    ),
  ),
  govukBearer: v.pipe(
    secret('bearer token of callbacks'),
    v.regex(/^[\w.-]+$/, 'The bearer token of callbacks must be letters, digits, hyphens, dots and low lines'),
    v.minLength(BEARER_LEAST, `The bearer token of callbacks must be at least ${BEARER_LEAST} characters`),
  ),
  nhsApplication: secret('application ID of NHS Notify'),
  nhsKey: secret('API key of NHS Notify'),
} as const;
export type MessageSecret = keyof typeof SECRET_SCHEMAS;
export const MESSAGE_SECRETS = Object.keys(SECRET_SCHEMAS) as MessageSecret[];
/** The secrets of an organisation; null where none is stored. */
export type MessageSecrets = Readonly<Record<MessageSecret, string | null>>;
export const NO_SECRETS: MessageSecrets = { govukKey: null, govukBearer: null, nhsApplication: null, nhsKey: null };

const changed = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
/** A change of secrets: absent leaves one, null deletes it. None is ever read back. */
export const SecretChanges = v.strictObject({
  govukKey: changed(SECRET_SCHEMAS.govukKey),
  govukBearer: changed(SECRET_SCHEMAS.govukBearer),
  nhsApplication: changed(SECRET_SCHEMAS.nhsApplication),
  nhsKey: changed(SECRET_SCHEMAS.nhsKey),
});

type Readiness = {
  readonly settings: MessageSettings;
  readonly has: Readonly<Record<MessageSecret, boolean>>;
  /** whether the settings file of the server names NHS Notify */
  readonly hasNhsNotify: boolean;
};

/** The faults of settings that switch a channel on which could not send: each at the field that mends it. */
export function settingsFaults({ settings, has, hasNhsNotify }: Readiness): Fault[] {
  const { channels, smsBy, templates, plans, quiet } = settings;
  const usesGovuk = channels.SMS === 'ON' && smsBy === 'GOVUK';
  const usesNhs = (channels.SMS === 'ON' && smsBy === 'NHS') || channels.APP === 'ON';
  const missing = (isMissing: boolean, path: string, message: string): Fault[] => (isMissing ? [{ path, message }] : []);
  return [
    ...missing(usesGovuk && !has.govukKey, 'secrets.govukKey', 'Enter the API key of GOV.UK Notify'),
    ...missing(usesGovuk && !has.govukBearer, 'secrets.govukBearer', 'Enter the bearer token of callbacks'),
    ...missing(
      channels.SMS === 'ON' && smsBy === 'GOVUK' && templates.SMS === null,
      'templates.SMS',
      'Enter the id of the template of text messages',
    ),
    ...missing(
      usesNhs && !hasNhsNotify,
      channels.APP === 'ON' ? 'channels.APP' : 'channels.SMS',
      'IT must add nhsNotify to the settings of the server first',
    ),
    ...missing(usesNhs && !has.nhsApplication, 'secrets.nhsApplication', 'Enter the application ID of NHS Notify'),
    ...missing(usesNhs && !has.nhsKey, 'secrets.nhsKey', 'Enter the API key of NHS Notify'),
    ...missing(
      channels.SMS === 'ON' && smsBy === 'NHS' && plans.SMS === null,
      'plans.SMS',
      'Enter the id of the routing plan of text messages',
    ),
    ...missing(channels.APP === 'ON' && plans.APP === null, 'plans.APP', 'Enter the id of the routing plan of the NHS App'),
    ...missing(quiet.from === quiet.to, 'quiet.to', 'Quiet hours must end at another time than they begin'),
  ];
}

/** `Email, text message`: the channels that are on. */
export function channelsInWords({ channels }: Pick<MessageSettings, 'channels'>): string {
  const names = MESSAGE_CHANNELS.filter((channel) => channels[channel] === 'ON').map((channel) => channelWords(channel));
  return names.length === 0 ? 'none' : names.join(', ');
}
