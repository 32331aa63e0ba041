import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * The words of signers and staff about a version, each with its speaker. Those of before are moved from where their speaker is known: the
 * signatures, the refusals, and of the text of a group where one person alone belongs to it. The three columns stay while servers of the
 * build before may write them; what these write during an update is read beside (`ownWordsOf`), so that nothing is lost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const PLACES = `select r.organisation_id, r.consent_id, r.signing_order, r.state,
  case when r.role in ('PATIENT', 'CHILD') then 'patient' when r.role = 'PARENT' then 'parents' when r.role = 'INTERPRETER' then 'interpreter' end as of_group
  from recipients r`;

const STATEMENTS = [
  // A server of the build before deletes a record without knowing of these rows: they go with their version.
  `create table own_words (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, signing_order integer, user_id uuid, kind text not null, text text not null,
    at timestamptz not null, primary key (organisation_id, id),
    foreign key (organisation_id, consent_id) references consents on delete cascade,
    constraint own_words_kind check (kind in ('MATTERS', 'COMMENT', 'DECLINE', 'QUESTION', 'ANSWER', 'WITHDRAWAL')),
    constraint own_words_of_one check (signing_order is null or user_id is null))`,
  `create index own_words_consent on own_words (organisation_id, consent_id, at)`,
  `insert into own_words (organisation_id, id, consent_id, signing_order, kind, text, at)
    select s.organisation_id, gen_random_uuid(), s.consent_id, s.signing_order, 'COMMENT', s.given->>'comments', s.received_at
    from signatures s join (${PLACES}) p using (organisation_id, consent_id, signing_order)
    where s.cancelled_at is null and p.of_group is not null and coalesce(s.given->>'comments', '') <> ''`,
  `insert into own_words (organisation_id, id, consent_id, signing_order, kind, text, at)
    select d.organisation_id, gen_random_uuid(), d.version_id, d.signing_order, 'DECLINE', d.words, d.at from (
      select distinct on (t.organisation_id, t.version_id, p.signing_order) t.organisation_id, t.version_id, p.signing_order, t.at,
        concat_ws(chr(10), nullif(t.detail->>'reason', ''), nullif(t.detail->>'comments', '')) as words
      from timeline t join (${PLACES}) p on p.organisation_id = t.organisation_id and p.consent_id = t.version_id
        and p.signing_order::text = t.detail->>'order' and p.state = 'DECLINED'
      where t.type in ('DECLINED', 'CHILD_SAID_NO')
      order by t.organisation_id, t.version_id, p.signing_order, t.seq desc) d
    where d.words <> ''`,
  ...(['patient', 'parent', 'interpreter'] as const).map(
    (column) => `insert into own_words (organisation_id, id, consent_id, signing_order, kind, text, at)
    select v.organisation_id, gen_random_uuid(), v.id, p.signing_order, 'COMMENT', v.${column}_comments, coalesce(v.signed_at, v.updated_at)
    from consents v join lateral (select min(p.signing_order) as signing_order, count(*) as people from (${PLACES}) p
      where p.organisation_id = v.organisation_id and p.consent_id = v.id and p.of_group = '${column === 'parent' ? 'parents' : column}') p on p.people = 1
    where v.${column}_comments <> '' and not exists (select from own_words w where w.organisation_id = v.organisation_id
      and w.consent_id = v.id and w.signing_order = p.signing_order)`,
  ),
];
