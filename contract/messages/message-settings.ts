import * as v from 'valibot';
import { AHEAD_ENTRIES } from '#domain/organisation/ahead-settings.ts';
import { MESSAGE_SECRETS, MessageSettings, SecretChanges, type MessageSecret } from '#domain/organisation/message-settings.ts';
import { MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { get, put } from '#contract/engine/define.ts';
import { SeenVersion } from '#contract/engine/expected-version.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';

const stored = Object.fromEntries(MESSAGE_SECRETS.map((name) => [name, v.boolean()])) as Record<
  MessageSecret,
  v.BooleanSchema<undefined>
>;

const OwnParts = v.object({
  ...MessageSettings.entries,
  secrets: v.object(stored),
  /** the addresses that the services call; null before the first change */
  callbacks: v.object({ govuk: v.nullable(v.string()), nhs: v.nullable(v.string()) }),
  /** whether the settings file of the server names NHS Notify */
  hasNhsNotify: v.boolean(),
  /** channels that a service has refused to serve, until a test succeeds */
  paused: v.array(v.picklist(MESSAGE_CHANNELS)),
  /** of this calendar month */
  used: v.object({ smsParts: v.number(), letters: v.number() }),
  version: v.number(),
});
type OwnSchema = typeof OwnParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface OwnMessageSettingsSchema extends OwnSchema {}
/** The ways of messages of an organisation; of each secret only whether it is stored. `version` 0: nobody has changed anything. */
export const OwnMessageSettings: OwnMessageSettingsSchema = OwnParts;
export type OwnMessageSettings = v.InferOutput<OwnMessageSettingsSchema>;

const ChangedParts = v.strictObject({
  ...MessageSettings.entries,
  // A page of a build before does not know of these: absent, each stays as it is stored.
  urgentHours: v.optional(AHEAD_ENTRIES.urgentHours),
  aheadDays: v.optional(AHEAD_ENTRIES.aheadDays),
  urgentContact: v.optional(AHEAD_ENTRIES.urgentContact),
  secrets: v.optional(SecretChanges, {}),
  version: SeenVersion,
});
type ChangedSchema = typeof ChangedParts;
// oxlint-disable-next-line typescript/consistent-type-definitions -- as above
export interface ChangedSettingsSchema extends ChangedSchema {}
const ChangedSettings: ChangedSettingsSchema = ChangedParts;

const manage = ['organisation.manage'] as const;

/** The calls by which an administrator chooses the ways of messages. */
export const messageSettings = {
  messagesSettings: get('messages/settings', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'The ways by which messages reach people who sign. Secrets are never read back: only whether each is stored.',
    input: Nothing,
    output: DataOf(OwnMessageSettings),
  }),
  messagesSettingsUpdate: put('messages/settings', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary:
      'Changes them. A channel that could not send is not switched on: the answer names each field that mends it. A secret that is absent stays, null deletes it.',
    input: ChangedSettings,
    output: DataOf(OwnMessageSettings),
    keyed: false,
  }),
};
