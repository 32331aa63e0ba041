import type { Db } from '#server/data/db.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { CaseModel } from './case-shapes.ts';

/** The server's links of a case in the model's words. */
export async function linksOnServer(db: Db, recordID: string) {
  const rows = await db
    .selectFrom('links')
    .innerJoin('consents', 'consents.id', 'links.consent_id')
    .selectAll('links')
    .select((nested) =>
      nested
        .selectFrom('mails')
        .whereRef('mails.link_id', '=', 'links.id')
        .select(nested.fn.countAll<number>().as('count'))
        .as('mails'),
    )
    .where('case_id', '=', recordID)
    .orderBy('links.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    versionId: row.consent_id,
    order: row.signing_order,
    channel: row.channel,
    isOpened: row.opened_at !== null,
    isVerified: row.verified_at !== null,
    isLocked: row.locked_at !== null,
    tries: row.tries,
    ended: row.ended_by,
    reminders: row.reminders,
    mails: Number(row.mails),
    endsAt: Date.parse(row.ends_at),
  }));
}

/** The model's links in the same shape: each mailed link has one mail for each of its tokens, and a code has none. */
export function linksInModel({ links }: CaseModel): Awaited<ReturnType<typeof linksOnServer>> {
  return links
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ tokens, sentAt: _s, remindedAt: _r, isFromBefore: _b, ...link }) => ({
      ...link,
      mails: link.channel === 'EMAIL' ? tokens.length : 0,
    }));
}

/** The fields of a working link that the server alone sets: its id, and the times of its events. */
export async function rowOfLink(
  { app }: { readonly app: TestApp },
  { versionId, order }: { versionId: string; order: number },
): Promise<{ id: string; sentAt: number; remindedAt: number | null }> {
  const row = await app.database.db
    .selectFrom('links')
    .selectAll()
    .where('consent_id', '=', versionId)
    .where('signing_order', '=', order)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    sentAt: Date.parse(row.created_at),
    remindedAt: row.reminded_at === null ? null : Date.parse(row.reminded_at),
  };
}

/** The token in the newest mail of a link. @throws Error without one */
export async function newestMail({ app }: { readonly app: TestApp }, id: string): Promise<string> {
  const mail = await app.database.db
    .selectFrom('mails')
    .select('body')
    .where('link_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const token = /\/login\/(l_[\w-]+)/.exec(mail.body?.text ?? '')?.[1];
  if (token === undefined) throw new Error('a mail without a link');
  return token;
}
