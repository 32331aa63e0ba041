import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { experienceCells, isNonceUsed } from '#server/data/experience/experience-counts.ts';
import { partsOfMonth, waitingDeliveries } from '#server/data/notifications/delivery-figures.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { bringSheetBack } from '#tests/support/forms/brought-back.ts';
import { live, makeReads, makeWrites, watched } from '#tests/support/server/every-call.ts';
import { growTables } from '#tests/support/server/grow-tables.ts';
import { recordStatements, type Statement, type StatementLog } from '#tests/support/server/statements.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

/** Rows of each table: so many that an index is worth it wherever one serves. */
const ROWS = 8000;

/** Tables of a few rows for the whole server, or for each hospital that it serves. */
const SMALL = [
  'experience_settings',
  'grades',
  'message_settings',
  'organisations',
  'retention_rules',
  'settings',
  'specialities',
  'team_mailboxes',
];

/** The tables that a call may read whole, as far as they are its organisation's, and why. An index may serve as well, by its size. */
const SCANS: Readonly<Record<string, string>> = {
  'verifyFile seal_leaves': 'the certificates of a few servers, all of which a seal is compared with',
  'recordGet cases': 'the exact number of the list without a search',
  'consentGetAll consents': 'the exact number of the list without a search',
  'patientGet patients': 'the exact number of the list without a search',
  'exportPatients patients': 'the lines of one file, up to 10,000',
  'exportRecords cases': 'the lines of one file, up to 10,000',
  'exportConsents consents': 'the lines of one file, up to 10,000',
  'exportProcedures procedures': 'a library of hundreds, all lines of which may leave',
  'securityGet security_log': 'the exact number of the list without a search',
  'retentionProposals retention_proposals': 'the exact number of the list',
  'retentionUpdate retention_proposals': 'the proposals by the rules of before, all of which go',
  'retentionHolds legal_holds': 'the exact number of the list',
  'retentionCertificates deletion_certificates': 'the exact number of the list',
  'subjectAccessGet subject_packs': 'the exact number of the list',
  'subjectAccessLines subject_pack_lines': 'the exact number of the list of one pack',
  'deviceGet devices': 'the exact number of the list without a search',
  'statusServer devices': 'the tablets of a hospital, of which those that were heard of longest ago are shown, and the number',
  'userAuthoriseList users': 'the exact number of the list without a search',
  'dashboardInfo consents': 'the signatures of some months, of which those that are to be confirmed are counted',
  'dashboardInfo cases': 'figures of all cases',
  'dashboardInfo case_ends': 'figures of all cases that have ended',
  'procedureGet procedures': 'a library of hundreds, of which a page and the number are read',
  'templatesGet templates': 'tens of templates, of which a page and the number are read',
  'procedureGet procedures by search': 'a library of hundreds',
  'templatesGet templates by search': 'tens of templates',
  'subscriptionActiveList subscriptions': 'a few for an organisation, all of them shown',
  'subscriptionList subscriptions': 'a few for an organisation, all of them shown',
  'subscriptionCreate subscriptions': 'a few for an organisation, all of which a new name must differ from',
  'subscriptionUpdate roles': 'a few for an organisation, of which those of the people on the plan are read',
  'subscriptionUpdate subscriptions': 'a few for an organisation, all of which a new name must differ from',
  'specialityUpdate subscriptions': 'the access plans that name a renamed speciality',
  'roleGet roles': 'tens of roles, all of them shown',
  'roleCreate roles': 'tens of roles, all of which a new name must differ from',
  'userAuthorise roles': 'tens of roles, of which those that govern are held by somebody before and after',
  'roleUpdate roles': 'tens of roles, of which those that govern are held by somebody before and after',
  'safetyReport users': 'who manages the organisation, among its people; a report is rare',
  'safetyReport roles': 'the roles of all these people, in one join',
  'userGetClinicians users': 'people of one organisation, in the order of their names',
  'userGetClinicians roles': 'the roles of all these people, in one join',
};

const app = useTestApp();
let log: StatementLog;
beforeAll(() => {
  log = recordStatements();
});
afterAll(() => log.stop());

// Every call is made once, on seeded tables: on a busy machine that takes more than a minute.
test('no statement of any call reads a whole table that grows, but for those that are named', { timeout: 240_000 }, async () => {
  const statements = new Map<string, { statement: Statement; calls: Set<CallName> }>();
  const note = (name: CallName) => {
    for (const statement of log.takeAll()) {
      const { text } = statement;
      if (!/^\s*(?:select|with|update|delete|insert)\b/i.test(text) || text.startsWith('select set_config')) continue;
      const { calls } = statements.get(text) ?? { calls: new Set() };
      statements.set(text, { statement, calls: calls.add(name) });
    }
  };
  const reached = watched(app, { request: () => log.takeAll(), answer: note });
  const life = await live(reached, app);
  await bringSheetBack(reached);
  log.takeAll();
  await makeReads(app, life, note);
  await makeWrites(reached, app, life, note);
  log.takeAll();
  const { db } = app.database;
  for (const row of OTHER_ROWS) await sql.raw(row).execute(db);
  expect(await growTables(db, ROWS, SMALL)).toEqual([]);
  const scans = new Set<string>();
  for (const { statement, calls } of statements.values())
    for (const table of await tablesReadWhole(db, statement))
      for (const call of calls) scans.add(`${call} ${table}${isSearch(statement) ? ' by search' : ''}`);
  expect([...scans].filter((scan) => !(scan in SCANS))).toEqual([]);
  expect(scans.size).toBeGreaterThan(8);
  // The figures of messages, which no call reads, and those of answers, which none reads while nobody is asked.
  log.takeAll();
  const { organisation_id: organisation } = await db
    .selectFrom('experience_counts')
    .select('organisation_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  log.takeAll();
  await experienceCells(db, organisation, { from: '2026-06', to: '2026-07' });
  await isNonceUsed(db, { organisationId: organisation, hash: 'hash' });
  await waitingDeliveries(db, new Date(app.clock.now()).toISOString());
  await partsOfMonth(db, '2026-08');
  const figures = log.takeAll().filter(({ text }) => /"(?:deliveries|message_usage|experience_counts|used_nonces)"/.test(text));
  expect(figures).toHaveLength(4);
  for (const statement of figures) expect(await tablesReadWhole(db, statement)).toEqual([]);
});

/** Tables that these calls leave empty. */
const OTHER_ROWS = [
  `insert into entity_ops (owner, op_id, organisation_id, entity, entity_id, version, user_id, received_at)
    select id, gen_random_uuid(), organisation_id, 'patient', gen_random_uuid(), 1, id, now() from users limit 1`,
  `insert into idempotency (owner, op_id, route, body_sha256, answer, created_at)
    select id, gen_random_uuid(), 'patient', '', '{}', now() from users limit 1`,
  `insert into claims (organisation_id, case_id, need, user_id, at)
    select organisation_id, id, 'QUESTION', clinician_id, now() from cases limit 1`,
  `insert into contact_wishes (organisation_id, case_id, role, name, signing_order, refused, at)
    select organisation_id, id, 'PARENT', 'Demo', 1, '[]', now() from cases limit 1`,
  `insert into questions (organisation_id, id, consent_id, asked_by, text, asked_at)
    select organisation_id, gen_random_uuid(), id, 'PATIENT', 'Why?', now() from consents limit 1`,
  `insert into links (organisation_id, id, consent_id, role, signing_order, channel, sent_by, created_at, ends_at, ended_at)
    select organisation_id, gen_random_uuid(), id, 'PATIENT', 1, 'QR', clinician_id, now(), now(), now() from consents limit 1`,
  `insert into deliveries (organisation_id, id, case_id, consent_id, signing_order, link_id, kind, channel, service, language, recipient_mac,
      is_uncounted, is_urgent, is_address_confirmed, state, next_at, due_at, created_at)
    select l.organisation_id, gen_random_uuid(), v.case_id, v.id, 1, l.id, 'LINK', 'SMS', 'GOVUK', 'en', 'mac', false, false, false, 'SENT', now(), now(), now()
    from links l join consents v on v.id = l.consent_id limit 1`,
  `insert into dead_addresses (organisation_id, recipient_mac, channel, at) select id, 'mac', 'SMS', now() from organisations limit 1`,
  `insert into callback_keys (hash, at) values ('hash', now())`,
  `insert into message_usage (organisation_id, month, channel, amount) select id, '2026-08', 'SMS', 1 from organisations limit 1`,
  `insert into experience_counts (organisation_id, month, procedure_id, q1, q2, q3, n)
    select organisation_id, '2026-07', id, 4, 4, 4, 12 from procedures where is_current limit 1`,
  `insert into used_nonces (organisation_id, hash, ends_at) select id, 'hash', now() from organisations limit 1`,
  `insert into drawn_files (organisation_id, consent_id, kind, sha256, made_at)
    select organisation_id, id, 'AUDIT', md5(id::text), now() from consents limit 1`,
  `insert into archivals (organisation_id, document_id, revision, sha256, size, bytes, stamped_at, tsa_leaf, tsa_ends_at)
    select organisation_id, id, 1, md5(id::text), 1, '', now(), '', now() from documents limit 1`,
  `insert into link_tokens (token_hash, organisation_id, link_id, created_at)
    select 'hash', organisation_id, id, now() from links limit 1`,
  `insert into personal_procedures (organisation_id, user_id, procedure_id, base_version, sections, revision, updated_at, former)
    select organisation_id, id, gen_random_uuid(), 1, '[]', 1, now(), '[]' from users limit 1`,
  `insert into organisation_logos (id, organisation_id, png, created_at) select gen_random_uuid(), id, '', now() from organisations limit 1`,
  `insert into import_mappings (organisation_id, subject, headings_sha256, mapping, updated_at, updated_by)
    select organisation_id, 'PATIENTS', md5(id::text), '{}', now(), id from users limit 1`,
  `insert into import_files (organisation_id, id, subject, digest, at, user_id, user_name, created)
    select organisation_id, gen_random_uuid(), 'PATIENTS', md5(id::text), now(), id, 'Demo', 1 from users limit 1`,
  `insert into retention_proposals (organisation_id, patient_id, why, last_activity_at, due_on, proposed_at, state, version)
    select organisation_id, id, 'ADULT', now(), now(), now(), 'PROPOSED', 1 from patients limit 1`,
  `insert into subject_packs (organisation_id, id, patient_id, for_whom, reason, state, asked_by, asked_name, asked_at)
    select organisation_id, gen_random_uuid(), id, 'PATIENT', 'Asked for', 'DRAFT', created_by, 'Demo', now() from patients limit 1`,
  `insert into subject_pack_lines (organisation_id, id, pack_id, kind, of_table, row_key, of_column, words, sha256)
    select organisation_id, gen_random_uuid(), id, 'NOTE', 'referrals', id::text, 'question', 'Why?', md5(id::text) from subject_packs limit 1`,
  `insert into subject_pack_parts (organisation_id, pack_id, number, file, bytes, sha256)
    select organisation_id, id, 1, 'a.part', 1, md5(id::text) from subject_packs limit 1`,
  `insert into deletion_certificates (organisation_id, id, at, patients, chains, content, sha256)
    select id, gen_random_uuid(), now(), '{}', '{}', '{}', md5(id::text) from organisations limit 1`,
  `insert into deleted_entities (organisation_id, entity, id, version, at)
    select id, 'patient', gen_random_uuid(), 1, now() from organisations limit 1`,
  `insert into referrals (organisation_id, case_id, question, procedures) select organisation_id, id, 'Why?', '[]' from cases limit 1`,
  `insert into referral_messages (organisation_id, case_id, seq, at, user_id, user_name, move, text)
    select organisation_id, id, 1, now(), clinician_id, 'Demo', 'ASK', 'Why?' from cases where exists
      (select from referrals r where r.organisation_id = cases.organisation_id and r.case_id = cases.id)`,
  `insert into referral_attachments (organisation_id, id, case_id, name, type, size, sha256, bytes, at, user_id, user_name)
    select r.organisation_id, gen_random_uuid(), r.case_id, 'a.pdf', 'application/pdf', 1, md5('a'), '', now(), c.clinician_id, 'Demo'
    from referrals r join cases c on c.organisation_id = r.organisation_id and c.id = r.case_id limit 1`,
  `insert into half_sign_ins (user_id, at) select id, now() from users limit 1`,
  `insert into user_subscriptions (organisation_id, user_id, subscription_id)
    select u.organisation_id, u.id, s.id from users u join subscriptions s using (organisation_id) limit 1`,
];

/** Whether a statement looks for words: a search that reads a whole table is named apart from the list's exact number. */
function isSearch({ text }: Statement): boolean {
  return / like \$\d/.test(text);
}

/** As PostgreSQL plans it with these parameters. */
type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] };

/** The tables of which the database would read every row for a statement. */
async function tablesReadWhole(db: Kysely<Tables>, { text, values }: Statement): Promise<string[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] | string }>({
    ...sql`explain`.compile(db),
    sql: `explain (format json) ${text}`,
    parameters: values,
  });
  const explained = rows[0]?.['QUERY PLAN'] ?? '[]';
  const [plan] = typeof explained === 'string' ? (JSON.parse(explained) as { Plan: Plan }[]) : explained;
  return plan === undefined ? [] : scansIn(plan.Plan).filter((table) => !SMALL.includes(table));
}

function scansIn({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] {
  return [...(type.endsWith('Seq Scan') && table !== undefined ? [table] : []), ...Plans.flatMap(scansIn)];
}
