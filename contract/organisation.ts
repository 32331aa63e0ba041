import { PlainDate } from '#domain/values/date-fields.ts';
import { MessageSetup } from '#domain/organisation/message-setup.ts';
import { LIST_NAME_MOST, ListName, OrganisationDetails, OrganisationName } from '#domain/organisation/organisation.ts';
import { MESSAGE_CHANNELS } from '#domain/values/message-channels.ts';
import { EmailAddress, IdentityLine, Uuid } from '#domain/values/text.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { del, get, post, put } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';
import { Subscription } from '#contract/shapes/user-shapes.ts';

/** Specialities of one access plan [choice]. */
const SPECIALITIES_MOST = 100;

/** Details that pages for anybody show; absent in an answer of a build before. */
const PublicFields = {
  patientPhone: v.optional(v.nullable(v.string()), null),
  privacyText: v.optional(v.nullable(v.string()), null),
  privacyUrl: v.optional(v.nullable(v.string()), null),
  accessibilityEmail: v.optional(v.nullable(v.string()), null),
};

/** The organisation of the person who asks. */
export const OwnOrganisation = v.object({
  _id: Uuid,
  name: v.string(),
  address: v.string(),
  supportEmail: v.nullable(v.string()),
  supportPhone: v.nullable(v.string()),
  ...PublicFields,
  /** addresses that are told of safety problems; empty: those who manage the organisation */
  safetyContacts: v.optional(v.array(v.string()), []),
  /** the parts that are missing before messages may go to patients */
  setup: v.optional(MessageSetup, { missing: [], hadSent: false }),
  /** the ways by which messages go to people who sign; absent in an answer of a build before, which knows of mails alone */
  messageChannels: v.optional(v.array(v.picklist(MESSAGE_CHANNELS)), ['EMAIL']),
  /** the id of its logo; null without one */
  logo: v.nullable(Uuid),
  version: v.number(),
  /** whether its administrators change the lists that all organisations share, and the organisations */
  isFirst: v.boolean(),
});
export type OwnOrganisation = v.InferOutput<typeof OwnOrganisation>;

/** A speciality, a grade or an organisation. Ended: kept on records and offered no more. */
export const ListEntry = v.object({ _id: Uuid, name: v.string(), isEnded: v.boolean() });
export type ListEntry = v.InferOutput<typeof ListEntry>;

const ManagedOrganisation = v.object({ ...ListEntry.entries, isFirst: v.boolean() });

const manage = ['organisation.manage'] as const;
const ended = v.optional(v.boolean('Ended must be true or false'));

const PlanFields = {
  name: ListName(),
  specialities: v.pipe(
    v.array(IdentityLine({ label: 'Speciality', least: 1, most: LIST_NAME_MOST }), 'The Specialities must be a list'),
    v.maxLength(SPECIALITIES_MOST, 'There are too many Specialities'),
  ),
  startDate: PlainDate,
  endDate: v.optional(v.nullable(PlainDate), null),
};

/** A plan that ends before it begins would never run. */
const isInOrder = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate;
const WRONG_ORDER = 'The last day must not be before the first';

export const organisation = {
  organisation: get('organisation', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary:
      'The own organisation: its name, address, contacts, privacy notice and logo, and what is missing before messages may go to patients.',
    input: Nothing,
    output: DataOf(OwnOrganisation),
  }),
  organisationUpdate: put('organisation', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary:
      'Changes name, address, contacts and privacy notice; what is absent of the latter stays. Forms that were sent keep the name, address and logo they were sent with.',
    input: v.strictObject({ ...OrganisationDetails, version: ExpectedVersion }),
    output: DataOf(OwnOrganisation),
  }),
  organisationLogoUpload: post('organisation/logo', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Sets the logo: a PNG of at most 256 KiB and 1,200 by 400 pixels, in the field “file”. Only its picture is stored.',
    input: Nothing,
    output: DataOf(OwnOrganisation),
    body: 'file',
    keyed: false,
  }),
  organisationLogoRemove: del('organisation/logo', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Removes the logo of this id, while it is the present one; forms that were sent with it keep it.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(OwnOrganisation),
  }),
  organisationLogo: get('organisation/logo/{id}', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary: 'A logo. What an id stands for never changes, so the answer may be stored for ever.',
    input: v.strictObject({ id: Uuid }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.PNG],
  }),
  subscriptionList: get('subscription/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'All access plans of the organisation, ended ones as well.',
    input: Nothing,
    output: DataOf(v.array(Subscription)),
  }),
  subscriptionCreate: post('subscription/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Makes an access plan, with the specialities it is meant for and its first and last day.',
    input: v.pipe(
      v.strictObject(PlanFields),
      v.forward(
        v.check((plan) => isInOrder(plan), WRONG_ORDER),
        ['endDate'],
      ),
    ),
    output: DataOf(Subscription),
  }),
  subscriptionUpdate: put('subscription/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Changes an access plan; people who have it keep it, and may only read once all their plans have ended.',
    input: v.pipe(
      v.strictObject({ _id: Uuid, ...PlanFields }),
      v.forward(
        v.check((plan) => isInOrder(plan), WRONG_ORDER),
        ['endDate'],
      ),
    ),
    output: DataOf(Subscription),
  }),
  specialityList: get('speciality/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'All specialities, ended ones as well.',
    input: Nothing,
    output: DataOf(v.array(ListEntry)),
  }),
  specialityCreate: post('speciality/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Adds a speciality for all organisations; by administrators of the first one alone.',
    input: v.strictObject({ name: ListName() }),
    output: DataOf(ListEntry),
  }),
  specialityUpdate: put('speciality/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Renames a speciality, ends it or offers it again; by administrators of the first organisation alone.',
    input: v.strictObject({ _id: Uuid, name: ListName(), ended }),
    output: DataOf(ListEntry),
  }),
  gradeList: get('grade/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'All grades, ended ones as well.',
    input: Nothing,
    output: DataOf(v.array(ListEntry)),
  }),
  gradeCreate: post('grade/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Adds a grade for all organisations; by administrators of the first one alone.',
    input: v.strictObject({ name: ListName() }),
    output: DataOf(ListEntry),
  }),
  gradeUpdate: put('grade/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Renames a grade, ends it or offers it again; by administrators of the first organisation alone.',
    input: v.strictObject({ _id: Uuid, name: ListName(), ended }),
    output: DataOf(ListEntry),
  }),
  organisationsList: get('organisations/list', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'All organisations, ended ones as well; for administrators of the first one alone.',
    input: Nothing,
    output: DataOf(v.array(ManagedOrganisation)),
  }),
  organisationsCreate: post('organisations/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary:
      'Makes an organisation with its roles, a library of drafts and templates, and mails a registration code to its first administrator.',
    input: v.strictObject({ name: OrganisationName, administratorEmail: EmailAddress }),
    output: DataOf(ManagedOrganisation),
  }),
  organisationsUpdate: put('organisations/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Renames an organisation, ends it (nobody signs in there, and it is offered no more) or opens it again.',
    input: v.strictObject({ _id: Uuid, name: OrganisationName, ended }),
    output: DataOf(ManagedOrganisation),
  }),
};
