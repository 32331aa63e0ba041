import { hearersOf } from '#domain/notifications/message-wishes.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { insertNotifications, newsOfMail, type NotificationRow } from '#server/data/notifications/notifications.ts';
import { recipientAccounts, responsibleOf, type RecipientAccount } from '#server/data/notifications/teams.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';

type Recipient = Pick<NotificationRow, 'recipient' | 'user_id' | 'team_id'>;
type Passing = { readonly db: Db; readonly deps: Pick<Deps, 'clock' | 'newId' | 'settings'> };

/**
 * Writes news of one account down for others, as it cannot be told to that one: for whoever stands in where the account is not in use, else for
 * the mailbox of the team of each case. An event is news to each of them once, and without a mailbox to nobody more: the need stays on Home.
 */
export async function passOn({ db, deps }: Passing, rows: readonly NotificationRow[]): Promise<void> {
  const [first] = rows;
  if (first?.user_id == null) return;
  const { organisation_id: organisationId, user_id: userId } = first;
  const responsible = await responsibleOf(db, organisationId, [...new Set(rows.map(({ case_id }) => case_id))]);
  const ids = [...new Set([userId, ...responsible.values()])];
  const accounts = new Map((await recipientAccounts(db, organisationId, ids)).map((each) => [each.id, each]));
  const users = substitutesOf(userId, accounts, localDate(deps.clock(), deps.settings.timeZone));
  const due_at = new Date(deps.clock()).toISOString();
  await insertNotifications(
    db,
    rows.flatMap((row) => {
      const teamId = accounts.get(responsible.get(row.case_id) ?? '')?.teamId ?? null;
      const open = { ...row, state: 'OPEN' as const, reason: null, settled_at: null, mail_id: null, due_at };
      const others: readonly Recipient[] =
        users.length > 0
          ? users.map((id) => ({ recipient: `user ${id}`, user_id: id, team_id: null }))
          : teamId === null
            ? []
            : [{ recipient: `team ${teamId}`, user_id: null, team_id: teamId }];
      return others.map(({ recipient, ...to }) => {
        const renamed = row.recipient.replace(`user ${userId}`, recipient);
        return { ...open, ...to, id: deps.newId(), recipient: renamed };
      });
    }),
  );
}

/** The people in the place of an account that is not in use; none for one that is, as its mail alone goes nowhere: then the team hears. */
function substitutesOf(userId: string, accounts: ReadonlyMap<string, RecipientAccount>, today: string): string[] {
  if (accounts.get(userId)?.status === 'ACTIVE') return [];
  return [...hearersOf([userId], accounts, today).users];
}

/**
 * Marks a mail of news to an account that reached nobody, and passes its news on, once.
 *
 * @param mark - whether the mail was not marked before: of two that work on it one goes on
 */
export async function passOnMail(
  mail: { readonly organisationId: string; readonly mailId: string },
  deps: Deps,
  mark: (db: Db) => Promise<boolean>,
): Promise<void> {
  await inTransaction(deps.database.db, async (db: Db) => {
    if (await mark(db)) await passOn({ db, deps }, await newsOfMail(db, mail));
  });
}
