import { sql } from 'kysely';
import type { MailKind } from './accounts/account-rows.ts';
import type { Db } from './db.ts';

/** How many of each kind are read at most [choice]. */
const MOST = 100;

export type StuckMailRow = {
  id: string;
  kind: MailKind;
  state: 'QUEUED' | 'FAILED';
  created_at: string;
  error: string | null;
  attempts: number | null;
  case_id: string | null;
};

type MailTimes = { readonly organisationId: string; /** ISO */ readonly queuedBefore: string; readonly failedSince: string };

/** Mails that wait since before a moment or were given up since another, newest first. */
export async function stuckMails(db: Db, { organisationId, queuedBefore, failedSince }: MailTimes): Promise<StuckMailRow[]> {
  const { rows } = await sql<StuckMailRow>`
    select m.id, m.kind, m.state, m.created_at, m.error, j.attempts, v.case_id
    from mails m
      left join jobs j on j.organisation_id = m.organisation_id and j.dedup = 'mail:' || m.id
      left join links l on l.organisation_id = m.organisation_id and l.id = m.link_id
      left join consents v on v.organisation_id = l.organisation_id and v.id = l.consent_id
    where m.organisation_id = ${organisationId} and m.state <> 'SENT'
      and (m.state = 'QUEUED' and m.created_at <= ${queuedBefore} or m.state = 'FAILED' and m.created_at >= ${failedSince})
    order by m.created_at desc limit ${MOST}`.execute(db);
  return rows;
}

export type StuckSealRow = { id: string; case_id: string; signed_at: string; attempts: number | null; last_error: string | null };

/** Versions that were signed before a moment and have no sealed document, oldest first. One on paper is as old as its scan here. */
export async function stuckSeals(
  db: Db,
  { organisationId, signedBefore }: { readonly organisationId: string; readonly signedBefore: string },
): Promise<StuckSealRow[]> {
  const { rows } = await sql<StuckSealRow>`
    select v.id, v.case_id, v.since as signed_at, j.attempts, j.last_error
    from (
      select c.organisation_id, c.id, c.case_id, greatest(c.signed_at, (select max(d.made_at) from documents d
        where d.organisation_id = c.organisation_id and d.consent_id = c.id and d.kind = 'SCAN')) as since
      from consents c where c.organisation_id = ${organisationId} and c.signed_at is not null and c.seal_state <> 'SEALED'
        and c.pinned is not null and c.deleted_at is null
    ) v left join jobs j on j.organisation_id = v.organisation_id and j.dedup = 'seal:' || v.id
    where v.since <= ${signedBefore}
    order by v.since limit ${MOST}`.execute(db);
  return rows;
}
