import * as v from 'valibot';
import { PlainDate } from '#domain/values/date-fields.ts';
import { CODES_MOST, ProcedureCode } from './procedure-codes.ts';
import { Section, SECTIONS_MOST } from './procedure-sections.ts';
import {
  Alternative,
  ALTERNATIVES_MOST,
  Anaesthetics,
  Benefit,
  BENEFITS_MOST,
  Risk,
  RISKS_MOST,
  SITE_MOST,
} from './procedure-parts.ts';
import { OfferedChoices } from '#domain/forms/choice-detail.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { PROCEDURE_STATUSES } from './procedure-status.ts';
import { translationsOf } from '#domain/templates/translation.ts';
import { ProcedureTranslation } from './procedure-translation.ts';
import { IdentityLine, Instant, Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { NAME_MOST, LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { WebAddress } from '#domain/values/web-address.ts';
import { SPECIALITY_MOST } from '#domain/organisation/organisation.ts';
import { UnderstandingQuestions } from './understanding-question.ts';

/** Characters of the acronym of a procedure [choice]. */
export const ACRONYM_MOST = 30;
/** Characters of who answers for the text of a procedure [choice]. */
export const OWNER_MOST = 100;
/** Videos, leaflets or pictures of one procedure [choice]. */
const RESOURCES_MOST = 50;

/** A link to a leaflet, a video or a picture. Only https and a site by its name; the server never fetches it. */
export const Resource = v.strictObject({
  title: SingleLine({ label: 'Title', least: 1, most: NAME_MOST }),
  url: WebAddress('Address'),
});
export type Resource = v.InferOutput<typeof Resource>;

/** The parts of a procedure that an editor writes. */
export const ProcedureFields = {
  procedureName: SingleLine({ label: 'Procedure name', least: 1, most: NAME_MOST }),
  procedureDescription: v.optional(Prose({ label: 'Procedure description', most: LONG_TEXT_MOST }), ''),
  procedureAcronym: v.optional(SingleLine({ label: 'Procedure acronym', most: ACRONYM_MOST }), ''),
  speciality: v.optional(SingleLine({ label: 'Speciality', most: SPECIALITY_MOST }), ''),
  formTypes: v.pipe(
    v.array(v.picklist(FORM_TYPES, 'The Form type is not known'), 'The Form types must be a list'),
    v.minLength(1, 'Choose at least one form'),
  ),
  sideRequired: v.optional(v.boolean('The Side required mark must be yes or no'), false),
  /** The part of the body that a new consent starts with: `eye`. */
  siteDefault: v.optional(SingleLine({ label: 'Usual site', most: SITE_MOST })),
  /** The anaesthetic that a new consent starts with. */
  anaestheticDefault: v.optional(Anaesthetics),
  /** The form that a new consent of this procedure starts with. */
  formDefault: v.optional(v.picklist(FORM_TYPES, 'The Form type is not known')),
  /** The choices that a new consent asks beside those of every form; absent without any. */
  choices: v.optional(OfferedChoices),
  /** Whether a new consent does not ask about blood, as no operation of this kind has needed any; absent where it asks. */
  bloodNotAsked: v.optional(v.boolean('The Blood mark must be yes or no')),
  codes: v.optional(v.pipe(v.array(ProcedureCode), v.maxLength(CODES_MOST, `At most ${CODES_MOST} codes`)), []),
  benefits: v.optional(v.pipe(v.array(Benefit), v.maxLength(BENEFITS_MOST, `At most ${BENEFITS_MOST} benefits`)), []),
  risks: v.optional(v.pipe(v.array(Risk), v.maxLength(RISKS_MOST, `At most ${RISKS_MOST} risks`)), []),
  alternatives: v.optional(
    v.pipe(v.array(Alternative), v.maxLength(ALTERNATIVES_MOST, `At most ${ALTERNATIVES_MOST} alternatives`)),
    [],
  ),
  sections: v.optional(v.pipe(v.array(Section), v.maxLength(SECTIONS_MOST, `At most ${SECTIONS_MOST} sections`)), []),
  videoLinks: v.optional(v.pipe(v.array(Resource), v.maxLength(RESOURCES_MOST, `At most ${RESOURCES_MOST} videos`)), []),
  Leaflets: v.optional(v.pipe(v.array(Resource), v.maxLength(RESOURCES_MOST, `At most ${RESOURCES_MOST} leaflets`)), []),
  imageRefs: v.optional(v.pipe(v.array(Resource), v.maxLength(RESOURCES_MOST, `At most ${RESOURCES_MOST} pictures`)), []),
  understanding: v.optional(UnderstandingQuestions, []),
  reviewDate: v.optional(v.nullable(PlainDate), null),
  owner: v.optional(v.nullable(IdentityLine({ label: 'Owner', most: OWNER_MOST })), null),
};

/** The links of a procedure to leaflets, videos and pictures. */
export const ResourceFields = {
  videoLinks: ProcedureFields.videoLinks.wrapped,
  Leaflets: ProcedureFields.Leaflets.wrapped,
  imageRefs: ProcedureFields.imageRefs.wrapped,
};

const { siteDefault, anaestheticDefault, formDefault, choices, bloodNotAsked, ...others } = ProcedureFields;

type Wrapped<E> = E extends v.OptionalSchema<infer S, unknown> ? S : E extends v.GenericSchema ? E : never;
type Changed<T> = { [K in keyof T]: v.OptionalSchema<Wrapped<T[K]>, undefined> };

/** An edit of a procedure: absent leaves the stored value. Of the defaults of a new consent and its choices, null takes it away. */
export const ProcedureChange = {
  ...changed(others),
  siteDefault: v.optional(v.nullable(siteDefault.wrapped)),
  anaestheticDefault: v.optional(v.nullable(anaestheticDefault.wrapped)),
  formDefault: v.optional(v.nullable(formDefault.wrapped)),
  choices: v.optional(v.nullable(choices.wrapped)),
  bloodNotAsked: v.optional(v.nullable(bloodNotAsked.wrapped)),
};

function changed<T extends Record<string, v.GenericSchema>>(fields: T): Changed<T> {
  const wrapped = (field: v.GenericSchema) => ('wrapped' in field ? (field.wrapped as v.GenericSchema) : field);
  // The mapped type says of each field what the line below does with it.
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, v.optional(wrapped(field))])) as Changed<T>;
}

/** One version of a procedure of the library. Only an ACTIVE one may go on a new consent. */
export const Procedure = v.object({
  procedureID: Uuid,
  version: v.number(),
  /** counts the saved edits of the procedure, over all its versions */
  revision: v.optional(v.number(), 1),
  status: v.picklist(PROCEDURE_STATUSES),
  ...ProcedureFields,
  /** absent from copies of earlier builds, which do not know whether there are any */
  translations: v.optional(translationsOf(ProcedureTranslation)),
  clinicallyReviewed: v.boolean(),
  /** the newest version, where it is not this one: this one serves consents until that one is published */
  newest: v.optional(v.nullable(v.object({ version: v.number(), status: v.picklist(PROCEDURE_STATUSES) })), null),
});
export type Procedure = v.InferOutput<typeof Procedure>;

export const PROCEDURE_EVENTS = ['CREATED', 'EDITED', 'RESOURCES', 'MOVED'] as const;

/** A line of a procedure's history. */
export const ProcedureEvent = v.object({
  at: Instant,
  by: v.object({ _id: Uuid, name: v.string() }),
  type: v.picklist(PROCEDURE_EVENTS),
  version: v.number(),
  /** the names of the fields that were changed */
  fields: v.array(v.string()),
  /** the move of a status */
  from: v.nullable(v.picklist(PROCEDURE_STATUSES)),
  to: v.nullable(v.picklist(PROCEDURE_STATUSES)),
  note: v.string(),
});
export type ProcedureEvent = v.InferOutput<typeof ProcedureEvent>;

/** A version with its editors, who may not publish it, and the procedure's history, newest first. */
export const ProcedureDetails = v.object({
  ...Procedure.entries,
  editors: v.array(Uuid),
  history: v.array(ProcedureEvent),
});
export type ProcedureDetails = v.InferOutput<typeof ProcedureDetails>;
