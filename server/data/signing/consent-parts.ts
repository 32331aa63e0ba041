import type { DeliveredChannel, DeliveryReason, DeliveryState, UnsentReason } from '#domain/notifications/deliveries.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import type { VoidKind } from '#domain/base/states.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { instant } from '#server/data/values.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import { asShown, type ConsentRow } from '#server/data/consents/consents.ts';
import {
  clinicianName,
  consentsWithPatients,
  operatorName,
  ownPatientRow,
  patientAsRead,
} from '#server/data/summaries/summary-columns.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { LinkRow } from './links.ts';
import { spokenWords, wordsAsRead, type SpokenWords } from './own-words.ts';
import type { QuestionRow, RecipientRow, SignatureRow } from './signers.ts';

export type SignerLinkRow = LinkRow & {
  mail: 'QUEUED' | 'SENT' | 'FAILED' | null;
  /** of the latest message that went by another way than a mail */
  delivery: { state: DeliveryState; reason: DeliveryReason | null; channel: DeliveredChannel } | null;
};

/** A version with its patient and everything that hangs on it. Signatures are those that count. */
export type ConsentParts = ConsentRow & {
  patient: PatientRow;
  clinician_name: string;
  /** of the case: who operates, where somebody was named */
  operator_id: string | null;
  without_reason_by: string | null;
  ended: CaseEnded | null;
  operator_name: string;
  /** of the version that it was opened from, where that was recorded in error */
  previous_void_kind: VoidKind | null;
  recipients: RecipientRow[];
  signatures: SignatureRow[];
  questions: QuestionRow[];
  own_words: SpokenWords[];
  /** the latest link of each signer, with the state of its latest mail */
  links: SignerLinkRow[];
};

/** A list of the version's own rows of a table. @param how - a further condition on the table, and its order */
const rowsOf = <R>(table: 'recipients' | 'signatures' | 'questions', { where = '', order }: { where?: string; order: string }) =>
  sql<R[]>`(select coalesce(jsonb_agg(to_jsonb(x) order by ${sql.raw(order)}), '[]') from ${sql.table(table)} x
    where x.organisation_id = v.organisation_id and x.consent_id = v.id ${sql.raw(where)})`;

/** Errors of mails that nobody had to get any more: staff read nothing of them. */
const MAILS_OF_NO_MATTER = ['LINK_ENDED', 'ANSWERED', 'CASE_ENDED'] as const satisfies readonly UnsentReason[];

// Their address is left out: staff never see it. While the server's clock is behind, several have the same time: the one that works is
// the latest.
const latestLinks = sql<
  SignerLinkRow[]
>`(select coalesce(jsonb_agg(to_jsonb(x) - 'address' order by x.signing_order), '[]') from (
    select distinct on (l.signing_order) l.*, (select case when m.error in (${sql.join([...MAILS_OF_NO_MATTER])}) then null else m.state end from mails m where m.organisation_id = l.organisation_id and m.link_id = l.id
      order by m.created_at desc limit 1) as mail,
      (select jsonb_build_object('state', d.state, 'reason', d.reason, 'channel', d.channel) from deliveries d
        where d.organisation_id = l.organisation_id and d.link_id = l.id and not exists (select from mails n
            where n.organisation_id = d.organisation_id and n.link_id = d.link_id and n.created_at > d.created_at)
        order by d.created_at desc limit 1) as delivery
    from links l where l.organisation_id = v.organisation_id and l.consent_id = v.id and l.purpose = 'SIGN'
    order by l.signing_order, l.created_at desc, l.ended_at desc nulls first) x)`;

const parts = (db: Db, reach: CaseVisibility) =>
  consentsWithPatients(db, reach)
    .selectAll('v')
    .select([
      'c.operator_id',
      'c.without_reason_by',
      'c.ended',
      operatorName.as('operator_name'),
      ownPatientRow.as('patient'),
      clinicianName.as('clinician_name'),
      sql<VoidKind | null>`(select b.void_kind from consents b where b.organisation_id = v.organisation_id and b.id = v.previous_id)`.as(
        'previous_void_kind',
      ),
      rowsOf<RecipientRow>('recipients', { order: 'x.signing_order' }).as('recipients'),
      // Signatures of one batch have the same time and arrive in the order in which they were made.
      rowsOf<SignatureRow>('signatures', { where: 'and x.cancelled_at is null', order: 'x.received_at, x.captured_at' }).as(
        'signatures',
      ),
      rowsOf<QuestionRow>('questions', { order: 'x.asked_at' }).as('questions'),
      spokenWords.as('own_words'),
      latestLinks.as('links'),
    ]);

/** The versions of a case, newest first. */
export async function partsOfCase(db: Db, reach: CaseVisibility, caseId: string): Promise<ConsentParts[]> {
  const rows = await parts(db, reach).where('v.case_id', '=', caseId).orderBy('v.version_number', 'desc').execute();
  return rows.map(asRead);
}

/** The versions of these patients' cases, the oldest case first, and of a case the oldest version. */
export async function partsOfPatients(db: Db, reach: CaseVisibility, patientIds: readonly string[]): Promise<ConsentParts[]> {
  const rows = await parts(db, reach)
    .where('c.organisation_id', '=', reach.organisationId)
    .where('c.patient_id', 'in', patientIds)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .orderBy('v.version_number')
    .execute();
  return rows.map(asRead);
}

/** These versions, as far as there are such, in no order. */
export async function consentPartsByIds(db: Db, reach: CaseVisibility, ids: readonly string[]): Promise<ConsentParts[]> {
  if (ids.length === 0) return [];
  return (await parts(db, reach).where('v.id', 'in', ids).execute()).map(asRead);
}

// Times inside JSON come in the database's own form.
function asRead(row: ConsentParts): ConsentParts {
  return {
    ...asShown(row),
    patient: patientAsRead(row.patient),
    recipients: row.recipients.map((each) => ({ ...each, signed_at: orNull(each.signed_at) })),
    signatures: row.signatures.map((each) => ({
      ...each,
      captured_at: instant(each.captured_at),
      received_at: instant(each.received_at),
    })),
    questions: row.questions.map((each) => ({
      ...each,
      asked_at: instant(each.asked_at),
      answered_at: orNull(each.answered_at),
    })),
    own_words: row.own_words.map(wordsAsRead),
    links: row.links.map(linkAsRead),
  };
}

function linkAsRead(row: SignerLinkRow): SignerLinkRow {
  return {
    ...row,
    created_at: instant(row.created_at),
    ends_at: instant(row.ends_at),
    opened_at: orNull(row.opened_at),
  };
}

function orNull(text: string | null): string | null {
  return text === null ? null : instant(text);
}
