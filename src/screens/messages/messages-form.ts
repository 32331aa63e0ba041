import type { Input } from '#contract/calls.ts';
import type { OwnMessageSettings } from '#contract/messages/message-settings.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { MessageSettings, SecretChanges, settingsFaults } from '#domain/organisation/message-settings.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import { hasInk } from '#domain/values/ink.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import * as v from 'valibot';

/** The settings as form input; an empty secret stays as it is. */
export type MessagesForm = {
  readonly email: string;
  readonly sms: string;
  readonly template: string;
  readonly govukKey: string;
  readonly govukBearer: string;
  readonly smsParts: string;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly first: string;
  readonly app: string;
  readonly letter: string;
  readonly letters: string;
  readonly smsBy: string;
  readonly planSms: string;
  readonly planApp: string;
  readonly nhsApplication: string;
  readonly nhsKey: string;
  readonly urgentHours: string;
  readonly aheadDays: string;
  readonly contactName: string;
  readonly contactEmail: string;
};

/** The field of the form for each path of the call. */
const FIELDS: Readonly<Record<string, keyof MessagesForm>> = {
  'channels.EMAIL': 'email',
  'channels.SMS': 'sms',
  'channels.APP': 'app',
  'channels.LETTER': 'letter',
  order: 'first',
  smsBy: 'smsBy',
  'templates.SMS': 'template',
  'secrets.govukKey': 'govukKey',
  'secrets.govukBearer': 'govukBearer',
  'monthly.smsParts': 'smsParts',
  'monthly.letters': 'letters',
  'quiet.from': 'quietFrom',
  'quiet.to': 'quietTo',
  'plans.SMS': 'planSms',
  'plans.APP': 'planApp',
  'secrets.nhsApplication': 'nhsApplication',
  'secrets.nhsKey': 'nhsKey',
  urgentHours: 'urgentHours',
  aheadDays: 'aheadDays',
  'urgentContact.name': 'contactName',
  'urgentContact.email': 'contactEmail',
};

export const MESSAGES_FIELDS = Object.values(FIELDS);

const onOff = (isOn: boolean) => (isOn ? 'YES' : 'NO');

/** The stored settings as the form shows them. */
export function messagesFormOf(stored: OwnMessageSettings): MessagesForm {
  const { channels, templates, plans, smsBy, monthly, quiet, order, urgentHours, aheadDays, urgentContact } = stored;
  return {
    email: onOff(channels.EMAIL === 'ON'),
    sms: onOff(channels.SMS === 'ON'),
    template: templates.SMS ?? '',
    govukKey: '',
    govukBearer: '',
    smsParts: monthly.smsParts === null ? '' : String(monthly.smsParts),
    letters: monthly.letters === null ? '' : String(monthly.letters),
    quietFrom: quiet.from,
    quietTo: quiet.to,
    app: onOff(channels.APP === 'ON'),
    letter: onOff(channels.LETTER === 'ON'),
    smsBy,
    planSms: plans.SMS ?? '',
    planApp: plans.APP ?? '',
    nhsApplication: '',
    nhsKey: '',
    first: order.find((channel) => channel === 'SMS' || channel === 'EMAIL') ?? 'EMAIL',
    urgentHours: String(urgentHours),
    aheadDays: String(aheadDays),
    contactName: urgentContact?.name ?? '',
    contactEmail: urgentContact?.email ?? '',
  };
}

/** The fields of the call: what the form does not show stays as it is stored. */
export function messagesInput(form: MessagesForm, base: OwnMessageSettings): Input<'messagesSettingsUpdate'> {
  const { channels, order, version } = base;
  const orNone = (text: string) => (hasInk(text) ? text.trim() : null);
  const limit = (text: string) => (hasInk(text) ? Number(text.trim().replaceAll(',', '')) : null);
  const [first, second] = form.first === 'SMS' ? (['SMS', 'EMAIL'] as const) : (['EMAIL', 'SMS'] as const);
  const isOfTwo = (channel: MessageChannel) => channel === first || channel === second;
  const firstAt = order.findIndex(isOfTwo);
  return {
    channels: {
      ...channels,
      EMAIL: form.email === 'YES' ? 'ON' : 'OFF',
      SMS: form.sms === 'YES' ? 'ON' : 'OFF',
      APP: form.app === 'YES' ? 'ON' : 'OFF',
      LETTER: form.letter === 'YES' ? 'ON' : 'OFF',
    },
    // The two change places among themselves: the others stay where they are.
    order: order.map((channel, at) => (isOfTwo(channel) ? (at === firstAt ? first : second) : channel)),
    smsBy: form.smsBy === 'NHS' ? 'NHS' : 'GOVUK',
    templates: { SMS: orNone(form.template) },
    plans: { SMS: orNone(form.planSms), APP: orNone(form.planApp) },
    monthly: { smsParts: limit(form.smsParts), letters: limit(form.letters) },
    quiet: { from: form.quietFrom.trim(), to: form.quietTo.trim() },
    urgentHours: countOf(form.urgentHours),
    aheadDays: countOf(form.aheadDays),
    urgentContact:
      hasInk(form.contactName) || hasInk(form.contactEmail) ? { name: form.contactName, email: form.contactEmail } : null,
    secrets: {
      ...(hasInk(form.govukKey) ? { govukKey: form.govukKey } : {}),
      ...(hasInk(form.govukBearer) ? { govukBearer: form.govukBearer } : {}),
      ...(hasInk(form.nhsApplication) ? { nhsApplication: form.nhsApplication } : {}),
      ...(hasInk(form.nhsKey) ? { nhsKey: form.nhsKey } : {}),
    },
    version,
  };
}

/** A number as it is entered; what is none stays none, so that the rule names it. */
function countOf(text: string): number {
  return hasInk(text) ? Number(text.trim()) : Number.NaN;
}

/** The problems, each at the field that mends it, in the order of the form. */
export function messagesProblems(form: MessagesForm, base: OwnMessageSettings): FieldProblem[] {
  const { secrets = {}, version: _, ...settings } = messagesInput(form, base);
  const parsed = v.safeParse(MessageSettings, settings, { abortPipeEarly: true });
  const entered = v.safeParse(SecretChanges, secrets, { abortPipeEarly: true });
  const faults = [
    ...faultsOf(parsed.issues ?? []),
    ...faultsOf(entered.issues ?? []).map(({ path, message }) => ({ path: `secrets.${path}`, message })),
    ...(parsed.success
      ? settingsFaults({ settings: parsed.output, has: storedAfter(base, secrets), hasNhsNotify: base.hasNhsNotify })
      : []),
  ];
  return problemsOf(faults);
}

/** Faults of the call at the fields of the form. */
export function problemsOf(faults: readonly { readonly path: string; readonly message: string }[]): FieldProblem[] {
  const at = ({ path }: { readonly path: string }) => FIELDS[path];
  return faults
    .map((fault) => ({ field: at(fault) ?? fault.path, message: fault.message }))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ field }: { readonly field: string }): number {
  const rank = MESSAGES_FIELDS.findIndex((each) => each === field);
  return rank === -1 ? MESSAGES_FIELDS.length : rank;
}

function storedAfter({ secrets }: OwnMessageSettings, entered: object): OwnMessageSettings['secrets'] {
  return { ...secrets, ...Object.fromEntries(Object.keys(entered).map((name) => [name, true])) };
}
