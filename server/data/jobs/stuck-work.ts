import { STUCK_MOST } from '#contract/status.ts';
import { sql } from 'kysely';
import type { MailKind } from '#server/data/tables/account-rows.ts';
import type { Db } from '#server/data/db.ts';

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
    order by m.created_at desc limit ${STUCK_MOST}`.execute(db);
  return rows;
}

export type StuckSealRow = { id: string; case_id: string; signed_at: string; attempts: number | null; last_error: string | null };

/** Versions that were signed or refused before a moment and lack a sealed document, that of their checked scan too, oldest first. One on paper may have been signed days before it was checked. */
export async function stuckSeals(
  db: Db,
  { organisationId, signedBefore }: { readonly organisationId: string; readonly signedBefore: string },
): Promise<StuckSealRow[]> {
  const { rows } = await sql<StuckSealRow>`
    select * from (
      (select v.id, v.case_id, v.signed_at, j.attempts, j.last_error
      from consents v left join jobs j on j.organisation_id = v.organisation_id and j.dedup = 'seal:' || v.id
      where v.organisation_id = ${organisationId} and v.signed_at is not null and v.seal_state <> 'SEALED'
        and v.signed_at <= ${signedBefore} and v.updated_at <= ${signedBefore} and v.pinned is not null and v.deleted_at is null
      order by v.signed_at limit ${STUCK_MOST})
      union all
      (select v.id, v.case_id, v.refusal_due_at as signed_at, j.attempts, j.last_error
      from consents v left join jobs j on j.organisation_id = v.organisation_id and j.dedup = 'refusal:' || v.id
      where v.organisation_id = ${organisationId} and v.refusal_due_at <= ${signedBefore} and v.deleted_at is null
      order by v.refusal_due_at limit ${STUCK_MOST})
      union all
      (select v.id, v.case_id, v.scan_due_at as signed_at, j.attempts, j.last_error
      from consents v left join jobs j on j.organisation_id = v.organisation_id and j.dedup = 'seal:' || v.id
      where v.organisation_id = ${organisationId} and v.scan_due_at <= ${signedBefore} and v.seal_state = 'SEALED' and v.deleted_at is null
      order by v.scan_due_at limit ${STUCK_MOST})) as stuck
    order by signed_at limit ${STUCK_MOST}`.execute(db);
  return rows;
}
