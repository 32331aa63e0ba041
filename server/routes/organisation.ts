import { FILE_TYPES } from '#contract/engine/file-types.ts';
import type { Answer } from '#contract/calls.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { logoById } from '#server/data/accounts/logos.ts';
import { listNamedEntries, presentEntry } from '#server/data/accounts/named-entries.ts';
import { allOrganisations, organisationFor } from '#server/data/accounts/organisations.ts';
import { allPlans, type PlanRow } from '#server/data/accounts/plans.ts';
import { presentPlan } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { refuseOthersThanFirst } from '#server/policies/first-organisation.ts';
import { changeDetails } from '#server/work/organisation/change-details.ts';
import { changeEntry, createEntry } from '#server/work/organisation/change-entry.ts';
import { removeLogo, setLogo } from '#server/work/organisation/change-logo.ts';
import { changeOrganisation, createOrganisation } from '#server/work/organisation/change-organisations.ts';
import { changePlan, createPlan } from '#server/work/organisation/change-plan.ts';
import { ownOrganisation, publicOrganisation } from '#server/work/organisation/own-organisation.ts';

type Names =
  | 'organisation'
  | 'organisationPublic'
  | 'organisationUpdate'
  | 'organisationLogoUpload'
  | 'organisationLogoRemove'
  | 'organisationLogo'
  | `subscription${'List' | 'Create' | 'Update'}`
  | `speciality${'List' | 'Create' | 'Update'}`
  | `grade${'List' | 'Create' | 'Update'}`
  | `organisations${'List' | 'Create' | 'Update'}`;

export const organisationHandlers: Pick<Handlers, Names> = {
  async organisation(_, context) {
    return own(context, DONE.OK);
  },

  async organisationPublic({ o }, { db, deps }) {
    const row = await organisationFor(db, o);
    if (row === undefined) throw new Refused('NOT_FOUND');
    return { message: DONE.OK, data: publicOrganisation(row, deps.settings) };
  },

  async organisationUpdate(details, context) {
    await changeDetails(details, context);
    return own(context, DONE.ORGANISATION_SAVED);
  },

  async organisationLogoUpload(_, context) {
    await setLogo(context.files[0] ?? Buffer.alloc(0), context);
    return own(context, DONE.LOGO_SAVED);
  },

  async organisationLogoRemove({ id }, context) {
    await removeLogo(id, context);
    return own(context, DONE.LOGO_REMOVED);
  },

  async organisationLogo({ id }, { db, reply }) {
    const file = await logoById(db, id);
    if (file === undefined) throw new Refused('NOT_FOUND');
    // The logo of an id never changes, and is public.
    reply.header('Cache-Control', 'public, max-age=31536000, immutable');
    return { file, name: 'logo.png', type: FILE_TYPES.PNG };
  },

  async subscriptionList(_, context) {
    const plans = await allPlans(context.db, context.actor.organisationId);
    return { message: DONE.OK, data: plans.map((plan) => planOf(plan, context)) };
  },

  async subscriptionCreate(fields, context) {
    return { message: DONE.PLAN_CREATED, data: planOf(await createPlan(fields, context), context) };
  },

  async subscriptionUpdate(fields, context) {
    return { message: DONE.PLAN_SAVED, data: planOf(await changePlan(fields, context), context) };
  },

  async specialityList(_, { db }) {
    return { message: DONE.OK, data: (await listNamedEntries(db, 'specialities')).map(presentEntry) };
  },

  async specialityCreate({ name }, context) {
    return { message: DONE.ENTRY_CREATED, data: presentEntry(await createEntry('specialities', name, context)) };
  },

  async specialityUpdate(fields, context) {
    return { message: DONE.ENTRY_SAVED, data: presentEntry(await changeEntry('specialities', fields, context)) };
  },

  async gradeList(_, { db }) {
    return { message: DONE.OK, data: (await listNamedEntries(db, 'grades')).map(presentEntry) };
  },

  async gradeCreate({ name }, context) {
    return { message: DONE.ENTRY_CREATED, data: presentEntry(await createEntry('grades', name, context)) };
  },

  async gradeUpdate(fields, context) {
    return { message: DONE.ENTRY_SAVED, data: presentEntry(await changeEntry('grades', fields, context)) };
  },

  async organisationsList(_, { db, actor }) {
    await refuseOthersThanFirst(db, actor);
    return { message: DONE.OK, data: await managed(db) };
  },

  async organisationsCreate(fields, context) {
    const id = await createOrganisation(fields, context);
    return { message: DONE.ORGANISATION_CREATED, data: await managedOne(context, id) };
  },

  async organisationsUpdate(fields, context) {
    await changeOrganisation(fields, context);
    return { message: DONE.ORGANISATION_SAVED, data: await managedOne(context, fields._id) };
  },
};

type Staff = Context<StaffActor>;

async function own({ db, actor }: Staff, message: string): Promise<Answer<'organisation'>> {
  return { message, data: await ownOrganisation(db, actor.organisationId) };
}

function planOf(plan: PlanRow, { deps }: Staff) {
  return presentPlan(plan, todayOf(deps));
}

async function managed(db: Staff['db']): Promise<Answer<'organisationsList'>['data']> {
  return (await allOrganisations(db)).map((row, at) => ({ ...presentEntry(row), isFirst: at === 0 }));
}

async function managedOne({ db }: Staff, id: string): Promise<Answer<'organisationsUpdate'>['data']> {
  const found = (await managed(db)).find(({ _id }) => _id === id);
  if (found === undefined) throw new Refused('NOT_FOUND');
  return found;
}
