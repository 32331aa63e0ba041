import { BEST_ANSWER } from '#domain/experience/collaborate.ts';
import { Month } from '#domain/experience/experience-months.ts';
import { ExperienceSettings } from '#domain/experience/experience-settings.ts';
import { IdentityLine, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { SeenVersion } from '#contract/engine/expected-version.ts';
import { DataOf, Done, Nothing } from '#contract/engine/shapes.ts';

/** Characters of a pass [choice]: those of today have fewer than 400. */
const PASS_MOST = 600;

const Answered = v.pipe(
  v.number('Each answer must be a number'),
  v.integer('Each answer must be a whole number'),
  v.minValue(0, 'Each answer must be at least 0'),
  v.maxValue(BEST_ANSWER, `Each answer must be at most ${BEST_ANSWER}`),
);

const OwnExperienceSettings = v.object({
  ...ExperienceSettings.entries,
  /** ISO; null while nobody has said that the licence was read */
  licenceReadAt: v.nullable(v.string()),
  /** 0: nobody has changed anything */
  version: v.number(),
});
export type OwnExperienceSettings = v.InferOutput<typeof OwnExperienceSettings>;

const share = v.nullable(v.number());

/** A figure; null in place of a procedure or a month is the sum of those that are shown, null in place of the numbers is fewer answers than are shown. */
const Figure = v.object({
  procedureID: v.nullable(Uuid),
  /** its name in the library today; null for a sum, and for one that is gone */
  procedure: v.nullable(v.string()),
  month: v.nullable(v.string()),
  n: v.nullable(v.number()),
  top: share,
  low: share,
  high: share,
});

const manage = ['organisation.manage'] as const;

/** The calls about three questions after signing: how much effort was made to hear somebody. */
export const experience = {
  experienceAnswer: post('experience/answer', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['none'],
    summary:
      'Counts the answers of somebody who has signed, once, by the pass that came with their form. A count goes up by one; nothing says whose answers they were, or when they came.',
    input: v.strictObject({
      pass: IdentityLine({ label: 'pass', least: 1, most: PASS_MOST, missing: 'The pass is missing' }),
      q1: Answered,
      q2: Answered,
      q3: Answered,
    }),
    output: Done,
    keyed: false,
  }),
  experienceFigures: get('experience/figures', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['dashboard.read'],
    summary:
      'The share of those who gave the best of five answers three times, by procedure and month, with the Wilson interval of 95 %. Closed months alone, and no figure of fewer than 10 answers, nor a sum by which one could be told.',
    input: v.strictObject({ from: Month, to: Month }),
    output: v.object({ message: v.string(), isOn: v.boolean(), data: v.array(Figure) }),
  }),
  experienceSettings: get('experience/settings', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Whether people who sign are asked, and the translations that were pasted.',
    input: Nothing,
    output: DataOf(OwnExperienceSettings),
  }),
  experienceSettingsUpdate: put('experience/settings', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'Changes them. Nobody is asked before an administrator has said that the licence of the questions was read.',
    input: v.strictObject({ ...ExperienceSettings.entries, version: SeenVersion }),
    output: DataOf(OwnExperienceSettings),
    keyed: false,
  }),
};
