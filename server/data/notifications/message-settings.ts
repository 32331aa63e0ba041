import { sql, type Insertable, type Selectable } from 'kysely';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import type { LimitShare } from '#domain/organisation/month-limits.ts';
import type { MessageSettings } from '#domain/organisation/message-settings.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type MessageSettingsRow = Selectable<Tables['message_settings']>;
type UsageRow = Selectable<Tables['message_usage']>;

/** The ways of messages of an organisation; undefined before somebody has changed them. */
export async function messageSettingsOf(db: Db, organisationId: string): Promise<MessageSettingsRow | undefined> {
  return db.selectFrom('message_settings').selectAll().where('organisation_id', '=', organisationId).executeTakeFirst();
}

/** How far ahead an organisation looks, and who hears of what is urgent there. */
export async function aheadOf(
  db: Db,
  organisationId: string,
): Promise<Pick<MessageSettings, 'urgentHours' | 'aheadDays' | 'urgentContact'>> {
  // A build before has written fewer fields.
  const stored = { ...AHEAD_DEFAULTS, ...(await messageSettingsOf(db, organisationId))?.settings };
  return { urgentHours: stored.urgentHours, aheadDays: stored.aheadDays, urgentContact: stored.urgentContact };
}

/** The same by the id in the address of a callback. */
export async function messageSettingsById(db: Db, id: string): Promise<MessageSettingsRow | undefined> {
  return db.selectFrom('message_settings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Writes the row of an organisation, whose own row is locked. */
export async function writeMessageSettings(
  db: Db,
  {
    settings,
    paused,
    ...row
  }: Omit<Insertable<Tables['message_settings']>, 'paused'> & { readonly paused: readonly MessageChannel[] },
): Promise<void> {
  const values = { ...row, settings: json(settings), paused: json([...paused]) };
  const { organisation_id: _, id: _id, ...changes } = values;
  await db
    .insertInto('message_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(changes))
    .execute();
}

/** The same as {@link messageSettingsOf}, locked until this transaction ends. */
export async function lockMessageSettings(db: Db, organisationId: string): Promise<MessageSettingsRow | undefined> {
  return db
    .selectFrom('message_settings')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes which channels a service refuses to serve. */
export async function pauseChannels(db: Db, organisationId: string, paused: readonly MessageChannel[]): Promise<void> {
  await db
    .updateTable('message_settings')
    .set({ paused: json([...paused]) })
    .where('organisation_id', '=', organisationId)
    .execute();
}

/** Parts of text messages and letters that an organisation has used in a calendar month. @param month - `2026-11` */
export async function usedInMonth(db: Db, organisationId: string, month: string): Promise<{ smsParts: number; letters: number }> {
  const rows = await db
    .selectFrom('message_usage')
    .select(['channel', 'amount'])
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .execute();
  const of = (channel: MessageChannel) => rows.find((row) => row.channel === channel)?.amount ?? 0;
  return { smsParts: of('SMS'), letters: of('LETTER') };
}

type Usage = {
  readonly organisationId: string;
  readonly month: string;
  readonly channel: MessageChannel;
  readonly amount: number;
};

/** Counts what a message has used. @returns what the month has used with it, and the share of its limit that was mailed */
export async function addUsage(
  db: Db,
  { organisationId, month, channel, amount }: Usage,
): Promise<Pick<UsageRow, 'amount' | 'mailed_share'>> {
  return db
    .insertInto('message_usage')
    .values({ organisation_id: organisationId, month, channel, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'month', 'channel'])
        .doUpdateSet({ amount: sql<number>`message_usage.amount + excluded.amount` }),
    )
    .returning(['amount', 'mailed_share'])
    .executeTakeFirstOrThrow();
}

/** Forgets which shares of a month's limits were mailed. */
export async function forgetMailedShares(
  db: Db,
  { organisationId, month }: Pick<Usage, 'organisationId' | 'month'>,
): Promise<void> {
  await db
    .updateTable('message_usage')
    .set({ mailed_share: 0 })
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .execute();
}

type MailedShare = Omit<Usage, 'amount'> & { readonly share: LimitShare };

/** Notes the share of a month's limit that was mailed. */
export async function noteMailedShare(db: Db, { organisationId, month, channel, share }: MailedShare): Promise<void> {
  await db
    .updateTable('message_usage')
    .set({ mailed_share: share })
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .where('channel', '=', channel)
    .execute();
}
