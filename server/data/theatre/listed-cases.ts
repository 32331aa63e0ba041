import type { IdentityAcceptance, IdentityValues } from '#domain/patients/identity-check.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { LaterRecord } from '#domain/consents/later-answers.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import type { ConsentOrigin } from '#domain/consents/consent-origin.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { claimsOfCase } from '#server/data/notifications/claims.ts';
import type { Confirmation } from '#domain/cases/confirm-state.ts';
import type { Family } from '#domain/family/family.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { FactsOnForm } from '#domain/theatre/form-facts.ts';
import type { ListType } from '#domain/theatre/listed.ts';
import type { SameDayConsent } from '#domain/theatre/same-day.ts';
import type { PatientStatus, SealState } from '#domain/base/states.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { CaseRow, CaseVisibility } from '#server/data/cases/cases.ts';
import type { ListedContent } from '#server/data/tables/rows.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import { sameDayConsents } from './same-day.ts';
import {
  casesWithPatients,
  nameOf,
  operatorName,
  mergedFromAsRead,
  mergedFromRow,
  patientAsRead,
  patientRow,
  type MergedFromRow,
} from '#server/data/summaries/summary-columns.ts';

/** A case with all that its light depends on. */
export type ListedCaseRow = CaseRow & {
  /** of the record that the case was opened for */
  patient_status: PatientStatus;
  /** the name of the record in Latin letters; empty without one */
  name_in_latin: string;
  /** author of the last change of the listing; empty where nobody ever listed the case */
  listed_by_name: string;
  operator_name: string;
  /** of the version in force; null where there is none */
  seal_state: SealState | null;
  origin: ConsentOrigin | null;
  signed_at: string | null;
  signed_by_clinician: string | null;
  confirmation: Confirmation | null;
  /** the person whom it names, null where it names nobody; and who has recorded that this is the patient */
  form_identity: IdentityValues | null;
  identity_checks: IdentityAcceptance[] | null;
  /** the patient as the record names them now */
  record_identity: IdentityValues;
  child_said_no: boolean | null;
  /** its interpreter and its adults as they were pinned, with the outcome that was recorded since, and the record's need of an interpreter */
  facts_on_form: FactsOnForm | null;
  is_interpreter_needed: boolean;
  /** its choices as they were pinned, what was answered after a signature, the talks about them since, and whether somebody has signed it on paper */
  choices: AdditionalChoice[] | null;
  choice_details: ChoiceDetail[] | null;
  /** the choices about safety that it should show and does not */
  safety_not_shown: ChoiceDetail[] | null;
  talks: Talk[] | null;
  later_answers: LaterRecord[] | null;
  is_on_paper: boolean;
  form_type: FormType | null;
  basis: Family['basis'];
  /** of the record in use, plain date */
  date_of_birth: string;
  /** whether the newest version of all was signed, and voided */
  is_last_voided: boolean;
  /** whether the newest version is reported as signed on paper, and has a scan; null where it is not */
  on_paper: 'NO_SCAN' | 'SCAN' | null;
  /** whether a question waits on the version in force, else on the newest one */
  has_open_question: boolean;
  /** the consents in force of the patient for the same day, this one too; empty for a case on no list */
  same_day: SameDayConsent[];
  /** the people who see to its needs, as far as nothing has ended them */
  claims: TakenNeed[];
};

/** These cases, as far as the reader may see them, in no order. */
export async function listedCases(db: Db, reach: CaseVisibility, ids: readonly string[]): Promise<ListedCaseRow[]> {
  return ids.length === 0 ? [] : casesWithLight(db, reach).where('c.id', 'in', ids).execute();
}

type PageOfDays = { organisationId: string; from: string; to: string; after: ListedAt | undefined; most: number };
type ListedAt = { readonly id: string; readonly listed_on: string };

/** The cases of one organisation that are listed between two days, by day; those after one, and at most so many. */
export async function casesOfDays(db: Db, { organisationId, from, to, after, most }: PageOfDays): Promise<ListedAt[]> {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'listed_on'])
    .where('organisation_id', '=', organisationId)
    .where('listed_on', 'is not', null)
    .where('listed_on', '>=', after?.listed_on ?? from)
    .where('listed_on', '<=', to)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where((has) => has.or([has('listed_on', '>', after?.listed_on ?? from), has('id', '>', after?.id ?? '')])),
    )
    .orderBy('listed_on')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.flatMap(({ id, listed_on }) => (listed_on === null ? [] : [{ id, listed_on }]));
}

/** A case on a theatre list, with the content of its consent for the list. */
export type TheatreRow = ListedCaseRow & {
  patient: PatientRow;
  /** the record that the case was opened for, where it is merged into that of `patient` */
  mergedFrom: MergedFromRow | null;
  /** the operator: the person named, else the clinician of the version shown, else of the case */
  surgeon_id: string;
  surgeon_name: string;
  /** of the version in force, else of the newest; null for a case without one, and for a version about another patient */
  shown: TheatreContent | null;
  /** whether that one comes from a file */
  is_shown_imported: boolean;
};

export type TheatreContent = ListedContent & {
  readonly laterAnswers?: readonly LaterRecord[];
  readonly safetyNotShown?: readonly ChoiceDetail[];
};

/** The answers after a signature of a version, without the ink: a list shows none. */
export function laterAnswersColumn(version: 'f' | 'v') {
  return sql<LaterRecord[] | null>`(select jsonb_agg(each.answers - 'signature' order by each.nth)
    from jsonb_array_elements(${sql.ref(`${version}.later_answers`)}) with ordinality as each (answers, nth))`;
}

/** The choices about safety that a version which was pinned does not show. */
export function safetyNotShownOf(version: 'f' | 'v') {
  return sql<ChoiceDetail[] | null>`case when ${sql.ref(`${version}.sent_at`)} is not null
    then ${sql.ref(`${version}.content`)}->'safetyNotShown' end`;
}

/** The content of version `v` for a theatre list, with the outcome that was recorded while the form was out; null without a version. */
export const theatreContent = sql<TheatreContent | null>`v.listed_content
  || case when v.disagreement is null then '{}' else jsonb_build_object('disagreement', v.disagreement) end
  || case when v.listed_choice_details is null then '{}' else jsonb_build_object('choiceDetails', v.listed_choice_details) end
  || case when ${safetyNotShownOf('v')} is null then '{}' else jsonb_build_object('safetyNotShown', ${safetyNotShownOf('v')}) end
  || case when v.later_answers = '[]' then '{}' else jsonb_build_object('laterAnswers', ${laterAnswersColumn('v')}) end`;

/** Whether version `v` is about the patient of its case: a version recorded for the wrong patient is on no list. */
export const isOfCase = sql<boolean>`not (v.status = 'VOIDED' and v.void_kind is not distinct from 'WRONG_PATIENT')`;

type TheatreFilter = { from: string; to: string; listType: ListType | 'ALL'; clinicianId: string | undefined };

/** The cases that are listed between two days, by day, theatre and name; at most one more than `most`. */
export async function theatreCases(
  db: Db,
  reach: CaseVisibility,
  { from, to, listType, clinicianId }: TheatreFilter,
  most: number,
): Promise<TheatreRow[]> {
  let query = casesWithLight(db, reach)
    .leftJoin('consents as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'c.organisation_id')
        .on('v.id', '=', sql`coalesce(c.in_force_consent_id, c.current_consent_id)`)
        .on('v.deleted_at', 'is', null)
        .on(isOfCase),
    )
    .where('c.listed_on', '>=', from)
    .where('c.listed_on', '<=', to)
    .select([
      patientRow.as('patient'),
      mergedFromRow.as('mergedFrom'),
      surgeon.as('surgeon_id'),
      nameOf('c', surgeon).as('surgeon_name'),
      theatreContent.as('shown'),
      sql<boolean>`v.origin is not null`.as('is_shown_imported'),
    ])
    .orderBy('c.listed_on')
    .orderBy(sql`c.theatre asc nulls last`)
    .orderBy('p.last_name')
    .orderBy('p.first_name')
    .orderBy('c.id')
    .limit(most + 1);
  if (listType !== 'ALL') query = query.where('c.list_type', '=', listType);
  if (clinicianId !== undefined) query = query.where(surgeon, '=', clinicianId);
  return (await query.execute()).map((row) => ({
    ...row,
    patient: patientAsRead(row.patient),
    mergedFrom: mergedFromAsRead(row.mergedFrom),
  }));
}

const surgeon = sql<string>`coalesce(c.operator_id, v.clinician_id, c.clinician_id)`;

// As the signers were shown it: the row's own type can be altered beside the pinned form.
const formType = sql<FormType | null>`f.listed_content->>'formType'`;
const recordIdentity = sql<IdentityValues>`jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'dateOfBirth', p.date_of_birth,
  'nhsNumber', p.nhs_number)`;

const factsOnForm = sql<FactsOnForm | null>`case when f.id is null then null else jsonb_build_object(
  'interpreter', f.listed_content->'interpreter', 'interpreterNeeded', f.listed_content->'interpreterNeeded',
  'interpreterNoneReason', coalesce(f.listed_content->>'interpreterNoneReason', ''), 'basis', f.listed_content->'basis',
  'parents', f.listed_content->'parents', 'disagreement', coalesce(f.disagreement, f.listed_content->'disagreement')) end`;

function casesWithLight(db: Db, reach: CaseVisibility) {
  return casesWithPatients(db, reach)
    .leftJoin('consents as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'c.organisation_id')
        .onRef('f.id', '=', 'c.in_force_consent_id')
        .on('f.deleted_at', 'is', null),
    )
    .selectAll('c')
    .select([
      'm.status as patient_status',
      'p.name_in_latin',
      nameOf('c', sql`c.listed_by`).as('listed_by_name'),
      operatorName.as('operator_name'),
      'f.seal_state',
      'f.origin',
      'f.signed_at',
      'f.clinician_id as signed_by_clinician',
      'f.confirmation',
      'f.listed_identity as form_identity',
      'f.identity_checks',
      recordIdentity.as('record_identity'),
      'f.child_said_no',
      factsOnForm.as('facts_on_form'),
      sql<boolean>`coalesce((p.communication->>'interpreterNeeded')::boolean, false)`.as('is_interpreter_needed'),
      sql<ListedCaseRow['choices']>`f.listed_content->'additionalChoices'`.as('choices'),
      'f.listed_choice_details as choice_details',
      safetyNotShownOf('f').as('safety_not_shown'),
      'f.talks',
      laterAnswersColumn('f').as('later_answers'),
      sql<boolean>`exists (select from recipients r where r.organisation_id = f.organisation_id and r.consent_id = f.id
        and r.method = 'PAPER_SCAN')`.as('is_on_paper'),
      formType.as('form_type'),
      'p.date_of_birth',
      sql<Family['basis']>`f.listed_content->>'basis'`.as('basis'),
      sql<boolean>`coalesce((select n.status = 'VOIDED' and n.signed_at is not null from consents n where n.organisation_id = c.organisation_id
        and n.case_id = c.id and n.deleted_at is null order by n.version_number desc limit 1), false)`.as('is_last_voided'),
      sql<ListedCaseRow['on_paper']>`(select case when exists (select from documents d where d.organisation_id = n.organisation_id
        and d.consent_id = n.id and d.kind = 'SCAN' and d.made_at >= n.sent_at) then 'SCAN' else 'NO_SCAN' end from consents n where n.organisation_id = c.organisation_id
        and n.id = c.current_consent_id and n.paper_reported_at is not null)`.as('on_paper'),
      sql<boolean>`exists (select from questions q where q.organisation_id = c.organisation_id
        and q.consent_id = coalesce(c.in_force_consent_id, c.current_consent_id) and q.answer is null)`.as('has_open_question'),
      sameDayConsents.as('same_day'),
      claimsOfCase.as('claims'),
    ]);
}
