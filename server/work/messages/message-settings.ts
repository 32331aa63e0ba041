import {
  MESSAGE_DEFAULTS,
  MESSAGE_SECRETS,
  NO_SECRETS,
  type MessageSecret,
  type MessageSecrets,
  type MessageSettings,
} from '#domain/organisation/message-settings.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { Db } from '#server/data/db.ts';
import { messageSettingsOf, type MessageSettingsRow } from '#server/data/notifications/message-settings.ts';
import { messageSecretsPlace } from '#server/data/accounts/sealed-secrets.ts';
import type { Deps } from '#server/deps.ts';

/** The ways of messages of an organisation, opened. `id` null before anybody has changed anything. */
export type OpenMessageSettings = {
  readonly id: string | null;
  readonly settings: MessageSettings;
  readonly secrets: MessageSecrets;
  readonly paused: readonly MessageChannel[];
  readonly version: number;
};

/** Reads the ways of messages of an organisation; email alone where nobody has changed them. @throws SecretUnreadable */
export async function openMessageSettings(
  db: Db,
  organisationId: string,
  deps: Pick<Deps, 'secrets'>,
): Promise<OpenMessageSettings> {
  return openedRow(await messageSettingsOf(db, organisationId), deps);
}

/** The same of a row that was read. */
export function openedRow(row: MessageSettingsRow | undefined, { secrets }: Pick<Deps, 'secrets'>): OpenMessageSettings {
  if (row === undefined) return { id: null, settings: MESSAGE_DEFAULTS, secrets: NO_SECRETS, paused: [], version: 0 };
  return {
    id: row.id,
    // A build before may have written fewer fields.
    settings: { ...MESSAGE_DEFAULTS, ...row.settings },
    // The object that `sealedSecrets` sealed.
    secrets: {
      ...NO_SECRETS,
      ...(JSON.parse(secrets.open(row.secrets, messageSecretsPlace(row.organisation_id))) as MessageSecrets),
    },
    paused: row.paused,
    version: row.version,
  };
}

/** Which secrets are stored: all that anybody is ever told of them. */
export function storedSecrets(secrets: MessageSecrets): Record<MessageSecret, boolean> {
  // The names of the table, and no others.
  return Object.fromEntries(MESSAGE_SECRETS.map((name) => [name, secrets[name] !== null])) as Record<MessageSecret, boolean>;
}
