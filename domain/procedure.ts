import * as v from 'valibot';
import { PlainDate } from './date-fields.ts';
import { Alternative, Anaesthetics, Benefit, Risk, SITE_MOST } from './procedure-parts.ts';
import { FORM_TYPES, PROCEDURE_STATUSES } from './states.ts';
import { SingleLine, Prose, Uuid } from './text.ts';

/** A link to a leaflet, a video or a picture. Only https; the server never fetches it. */
export const Resource = v.strictObject({
  title: SingleLine({ label: 'Title', least: 1, most: 200 }),
  url: v.pipe(
    SingleLine({ label: 'Address', least: 1, most: 2000 }),
    v.url('The Address must be a web address'),
    v.startsWith('https://', 'The Address must start with https://'),
  ),
});
export type Resource = v.InferOutput<typeof Resource>;

/** The parts of a procedure that an editor writes. */
export const ProcedureFields = {
  procedureName: SingleLine({ label: 'Procedure name', least: 1, most: 200 }),
  procedureDescription: v.optional(Prose({ label: 'Procedure description', most: 5000 }), ''),
  procedureAcronym: v.optional(SingleLine({ label: 'Procedure acronym', most: 30 }), ''),
  speciality: v.optional(SingleLine({ label: 'Speciality', most: 100 }), ''),
  formTypes: v.pipe(
    v.array(v.picklist(FORM_TYPES, 'The Form type is not known'), 'The Form types must be a list'),
    v.minLength(1, 'At least one Form type is required'),
  ),
  sideRequired: v.optional(v.boolean('The Side required mark must be yes or no'), false),
  /** The part of the body that a new consent starts with: `eye`. */
  siteDefault: v.optional(SingleLine({ label: 'Usual site', most: SITE_MOST })),
  /** The anaesthetic that a new consent starts with. */
  anaestheticDefault: v.optional(Anaesthetics),
  /** The form that a new consent of this procedure starts with. */
  formDefault: v.optional(v.picklist(FORM_TYPES, 'The Form type is not known')),
  benefits: v.optional(v.pipe(v.array(Benefit), v.maxLength(50, 'At most 50 benefits')), []),
  risks: v.optional(v.pipe(v.array(Risk), v.maxLength(100, 'At most 100 risks')), []),
  alternatives: v.optional(v.pipe(v.array(Alternative), v.maxLength(50, 'At most 50 alternatives')), []),
  videoLinks: v.optional(v.pipe(v.array(Resource), v.maxLength(50, 'At most 50 videos')), []),
  Leaflets: v.optional(v.pipe(v.array(Resource), v.maxLength(50, 'At most 50 leaflets')), []),
  imageRefs: v.optional(v.pipe(v.array(Resource), v.maxLength(50, 'At most 50 pictures')), []),
  reviewDate: v.optional(v.nullable(PlainDate), null),
  owner: v.optional(v.nullable(SingleLine({ label: 'Owner', most: 100 })), null),
};

/** A procedure of the library. Only an ACTIVE one may go on a new consent. */
export const Procedure = v.object({
  procedureID: Uuid,
  version: v.number(),
  status: v.picklist(PROCEDURE_STATUSES),
  ...ProcedureFields,
  clinicallyReviewed: v.boolean(),
});
export type Procedure = v.InferOutput<typeof Procedure>;
