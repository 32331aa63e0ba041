import * as v from 'valibot';
import { SingleLine, Prose } from '#domain/values/text.ts';
import { NAME_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';

/** Characters of where a figure is from [choice]. */
export const SOURCE_MOST = 300;
/** Characters of whom a figure is about [choice]. */
export const POPULATION_MOST = 300;
/** Characters of an alternative, and how many a procedure has [choice]. */
export const ALTERNATIVE_MOST = 300;
export const ALTERNATIVES_MOST = 50;
/** Benefits, and risks, of one procedure [choice]. */
export const BENEFITS_MOST = 50;
export const RISKS_MOST = 100;
/** The most people that a figure is about [choice]. */
const PEOPLE_MOST = 100_000_000;
/** Digits of a year. */
export const YEAR_LENGTH = 4;
/** Years that a source may be of [choice]. */
const YEARS = { from: 1900, until: 2200 } as const;

// Apart from the library's procedure, which the signer's pages do not load.

/** The exact words of the alternative that every consent must offer (domain rule "no treatment"). */
export const NO_TREATMENT = 'No treatment';

const Source = v.optional(v.nullable(SingleLine({ label: 'Source', most: SOURCE_MOST })), null);
const Year = v.optional(
  v.nullable(
    v.pipe(
      v.number('The Year must be a number'),
      v.integer('The Year must be a whole number'),
      v.minValue(YEARS.from, `The Year must be ${YEARS.from} or later`),
      v.maxValue(YEARS.until, `The Year must be before ${YEARS.until}`),
    ),
  ),
  null,
);

const Count = (label: string, least: number) =>
  v.pipe(
    v.number(`The ${label} must be a number`),
    v.integer(`The ${label} must be a whole number`),
    v.minValue(least, `The ${label} must be at least ${least}`),
    v.maxValue(PEOPLE_MOST, `The ${label} is too large`),
  );

/** `num` of `den` people, a published rate or a count; null when no figure is available. */
export const FrequencyFigure = v.nullable(
  v.pipe(
    v.strictObject(
      {
        num: Count('Number of people', 0),
        den: Count('Number of all people', 1),
        basis: v.optional(v.literal('COUNT', 'The Basis must be COUNT; leave it out for a published rate')),
      },
      'The Frequency must hold num and den',
    ),
    v.check(({ num, den }) => num <= den, 'The Frequency cannot be more than everybody'),
  ),
);

export const Risk = v.strictObject({
  name: SingleLine({ label: 'Risk', least: 1, most: NAME_MOST }),
  text: v.optional(Prose({ label: 'Risk text', most: NOTE_MOST }), ''),
  frequency: v.optional(FrequencyFigure, null),
  source: Source,
  year: Year,
  population: v.optional(v.nullable(SingleLine({ label: 'Population', most: POPULATION_MOST })), null),
  core: v.optional(v.boolean('The Core mark must be yes or no'), false),
});
export type Risk = v.InferOutput<typeof Risk>;

export const Benefit = v.strictObject({
  text: Prose({ label: 'Benefit', least: 1, most: NOTE_MOST }),
  source: Source,
  year: Year,
});
export type Benefit = v.InferOutput<typeof Benefit>;

export const Alternative = SingleLine({ label: 'Alternative', least: 1, most: ALTERNATIVE_MOST });

/** The longest part of the body, in characters [choice]. */
export const SITE_MOST = 100;

export const ANAESTHETIC_TYPES = ['GENERAL', 'REGIONAL', 'LOCAL', 'SEDATION', 'NONE'] as const;
/** The planned anaesthetics of one procedure. */
export const Anaesthetics = v.pipe(
  v.array(v.picklist(ANAESTHETIC_TYPES, 'The Anaesthetic is not known'), 'This must be a list'),
  v.maxLength(ANAESTHETIC_TYPES.length, `At most ${ANAESTHETIC_TYPES.length} items`),
);
