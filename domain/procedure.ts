import * as v from 'valibot';
import { FORM_TYPES, PROCEDURE_STATUSES } from './states.ts';
import { PlainDate } from './plain-date.ts';
import { SingleLine, Prose, Uuid } from './text.ts';

/** The exact words of the alternative that every consent must offer (domain rule "no treatment"). */
export const NO_TREATMENT = 'No treatment';

const Source = v.optional(v.nullable(SingleLine({ label: 'Source', most: 300 })), null);
const Year = v.optional(
  v.nullable(
    v.pipe(
      v.number('The Year must be a number'),
      v.integer('The Year must be a whole number'),
      v.minValue(1900, 'The Year must be 1900 or later'),
      v.maxValue(2200, 'The Year must be before 2200'),
    ),
  ),
  null,
);

const Count = (label: string, least: number) =>
  v.pipe(
    v.number(`The ${label} must be a number`),
    v.integer(`The ${label} must be a whole number`),
    v.minValue(least, `The ${label} must be at least ${least}`),
    v.maxValue(100_000_000, `The ${label} is too large`),
  );

/** `num` of `den` people; null when no figure is available. */
export const FrequencyFigure = v.nullable(
  v.pipe(
    v.strictObject(
      { num: Count('Number of people', 0), den: Count('Number of all people', 1) },
      'The Frequency must hold num and den',
    ),
    v.check(({ num, den }) => num <= den, 'The Frequency cannot be more than everybody'),
  ),
);

export const Risk = v.strictObject({
  name: SingleLine({ label: 'Risk', least: 1, most: 200 }),
  text: v.optional(Prose({ label: 'Risk text', most: 2000 }), ''),
  frequency: v.optional(FrequencyFigure, null),
  source: Source,
  year: Year,
  population: v.optional(v.nullable(SingleLine({ label: 'Population', most: 300 })), null),
  core: v.optional(v.boolean('The Core mark must be yes or no'), false),
});
export type Risk = v.InferOutput<typeof Risk>;

export const Benefit = v.strictObject({ text: Prose({ label: 'Benefit', least: 1, most: 2000 }), source: Source, year: Year });
export type Benefit = v.InferOutput<typeof Benefit>;

export const Alternative = SingleLine({ label: 'Alternative', least: 1, most: 300 });

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

/** The longest part of the body, in characters [choice]. */
export const SITE_MOST = 100;

export const ANAESTHETIC_TYPES = ['GENERAL', 'REGIONAL', 'LOCAL', 'SEDATION', 'NONE'] as const;
/** The planned anaesthetics of one procedure. */
export const Anaesthetics = v.pipe(
  v.array(v.picklist(ANAESTHETIC_TYPES, 'The Anaesthetic is not known'), 'This must be a list'),
  v.maxLength(ANAESTHETIC_TYPES.length, `At most ${ANAESTHETIC_TYPES.length} items`),
);

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
