import { ProcedureFields } from '#domain/library/procedure.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';
import { STARTER_TEXTS } from '#domain/templates/starter-texts.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import * as v from 'valibot';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { json } from '#server/data/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { withDemoExtras } from './demo-understanding.ts';
import library from './procedures.json' with { type: 'json' };

/** Specialities that a profile and the library offer at first [choice]. */
const SPECIALITIES = [
  'Anaesthetics',
  'Gastroenterology',
  'General surgery',
  'Gynaecology',
  'Obstetrics',
  'Ophthalmology',
  'Optometry',
  'Orthopaedics',
  'Paediatrics',
  'Urology',
];

/** Grades that a profile offers at first [choice]. */
const GRADES = [
  'Associate specialist',
  'Consultant',
  'Core trainee',
  'Foundation doctor',
  'General practitioner',
  'Healthcare assistant',
  'Nurse',
  'Nurse specialist',
  'Operating department practitioner',
  'Optometrist',
  'Orthoptist',
  'Physician associate',
  'Registrar',
  'Specialty doctor',
];

const Seeds = v.array(v.object({ ...ProcedureFields, clinicallyReviewed: v.boolean() }));

type Making = Pick<Deps, 'newId'> & { now: string };

/** The words that are the same for every organisation. */
export async function seedReference(db: Db, { newId, now }: Making): Promise<void> {
  await db
    .insertInto('specialities')
    .values(SPECIALITIES.map((name) => ({ id: newId(), name })))
    .execute();
  await db
    .insertInto('grades')
    .values(GRADES.map((name) => ({ id: newId(), name })))
    .execute();
  await db
    .insertInto('organisations')
    .values({ id: HOLDING_ORGANISATION, name: 'No organisation yet', created_at: now })
    .execute();
  await db
    .insertInto('settings')
    .values([{ name: 'dataEpoch', value: json<unknown>(newId()) }])
    .execute();
}

type NewOrganisation = Making & {
  name: string;
  /** `ACTIVE` in the demo alone: elsewhere nothing that nobody has reviewed is offered to a consent */
  library: 'ACTIVE' | 'DRAFT';
};

/** An organisation with its roles, the starter library and one template for each form type; gives the ids of its roles by key. */
export async function seedOrganisation(
  db: Db,
  { name, library: status, newId, now }: NewOrganisation,
): Promise<{ id: string; roles: ReadonlyMap<string, string> }> {
  const id = newId();
  await db.insertInto('organisations').values({ id, name, created_at: now }).execute();
  await db
    .insertInto('subscriptions')
    .values({
      organisation_id: id,
      id: newId(),
      name: 'Standard access',
      specialities: json<string[]>([]),
      start_date: '2020-01-01',
      end_date: null,
    })
    .execute();
  const roles = new Map<string, string>();
  for (const { key, name: roleName, accountType, permissions } of SEEDED_ROLES) {
    const roleId = newId();
    roles.set(key, roleId);
    await db
      .insertInto('roles')
      .values({
        organisation_id: id,
        id: roleId,
        key,
        name: roleName,
        account_type: accountType,
        permissions: json([...permissions]),
        is_seeded: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
  for (const { clinicallyReviewed, ...starter } of v.parse(Seeds, library.procedures)) {
    const fields = status === 'ACTIVE' ? withDemoExtras(starter, { newId }) : starter;
    await db
      .insertInto('procedures')
      .values({
        organisation_id: id,
        id: newId(),
        version: 1,
        is_current: true,
        status,
        name: fields.procedureName,
        acronym: fields.procedureAcronym,
        fields: json(fields),
        clinically_reviewed: clinicallyReviewed,
        created_at: now,
        published_at: status === 'ACTIVE' ? now : null,
        superseded_at: null,
      })
      .execute();
  }
  for (const { formType, title, nodes } of TEMPLATES) {
    await db
      .insertInto('templates')
      .values({
        organisation_id: id,
        id: newId(),
        version: 1,
        is_current: true,
        name: title,
        form_type: formType,
        speciality: null,
        nodes: json(v.parse(TemplateNodes, nodes)),
        created_at: now,
      })
      .execute();
  }
  return { id, roles };
}

const text = (words: string, bold?: boolean): TemplateNode => (bold === true ? { text: words, bold } : { text: words });
const paragraph = (...children: TemplateNode[]): TemplateNode => ({ type: 'paragraph', children });
const heading = (words: string): TemplateNode => ({ type: 'heading-two', children: [text(words)] });
const bullets = (...items: string[]): TemplateNode => ({
  type: 'bulleted-list',
  children: items.map((item) => ({ type: 'list-item' as const, children: [text(item)] })),
});
const signature = (type: 'consent-patient' | 'consent-clinic' | 'consent-interpreter'): TemplateNode => ({
  type,
  children: [text('')],
});

const RIGHTS = bullets(...STARTER_RIGHTS.lines);

const TEMPLATES: readonly { formType: FormType; title: string; nodes: TemplateNode[] }[] = [
  {
    formType: 'FORM_1',
    title: 'FORM_1 Patient agreement to investigation or treatment',
    nodes: [
      heading(STARTER_RIGHTS.title),
      RIGHTS,
      paragraph(text(STARTER_TEXTS.team)),
      signature('consent-patient'),
      signature('consent-clinic'),
      signature('consent-interpreter'),
    ],
  },
  {
    formType: 'FORM_2',
    title: 'FORM_2 Parental agreement to investigation or treatment for a child or young person',
    nodes: [
      heading(STARTER_RIGHTS.title),
      RIGHTS,
      paragraph(text(STARTER_TEXTS.child)),
      signature('consent-patient'),
      signature('consent-clinic'),
      signature('consent-interpreter'),
    ],
  },
  {
    formType: 'FORM_3',
    title: 'FORM_3 Patient agreement to a procedure without sedation',
    nodes: [
      heading(STARTER_RIGHTS.title),
      RIGHTS,
      paragraph(text(STARTER_TEXTS.awake)),
      signature('consent-patient'),
      signature('consent-clinic'),
      signature('consent-interpreter'),
    ],
  },
  {
    formType: 'FORM_4',
    title: 'FORM_4 Treatment of an adult who lacks capacity to consent',
    nodes: [
      heading(STARTER_TEXTS.decided),
      paragraph(text(STARTER_TEXTS.assessed)),
      signature('consent-clinic'),
      signature('consent-interpreter'),
    ],
  },
];
