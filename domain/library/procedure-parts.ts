import * as v from 'valibot';
import { SingleLine, Prose } from '#domain/values/text.ts';

// Apart from the library's procedure, which the signer's pages do not load.

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

/** The longest part of the body, in characters [choice]. */
export const SITE_MOST = 100;

export const ANAESTHETIC_TYPES = ['GENERAL', 'REGIONAL', 'LOCAL', 'SEDATION', 'NONE'] as const;
/** The planned anaesthetics of one procedure. */
export const Anaesthetics = v.pipe(
  v.array(v.picklist(ANAESTHETIC_TYPES, 'The Anaesthetic is not known'), 'This must be a list'),
  v.maxLength(ANAESTHETIC_TYPES.length, `At most ${ANAESTHETIC_TYPES.length} items`),
);
