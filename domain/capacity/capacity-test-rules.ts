import { hasInk } from '#domain/values/ink.ts';
import { ABILITIES } from './capacity-test.ts';
import { isLater, openQuestions, type CapacityRule } from './capacity-rule.ts';
import { DAY } from '#domain/base/limits.ts';
import { ADULT_FROM, PRESUMED_ABLE_FROM } from '#domain/forms/age-at-signing.ts';

/** An assessment of somebody who may be able again is out of date after this many days [choice]. */
const ASSESSMENT_DAYS = 7;

const CAN = {
  understand: 'understand the information',
  retain: 'keep the information in mind for long enough',
  weigh: 'weigh the information',
  communicate: 'tell us a decision in any form',
} as const;

/** A1: the age; under {@link ADULT_FROM} with a reason [choice]. */
export const isOldEnough: CapacityRule = ({ capacity }, { age }) => {
  if (age < PRESUMED_ABLE_FROM)
    return [
      { path: 'formType', message: `Form 4 is not for anybody under ${PRESUMED_ABLE_FROM}: use Form 2`, step: 'procedure' },
    ];
  return openQuestions('people', [
    [
      age < ADULT_FROM && !hasInk(capacity.people.nobodyReason),
      'people.nobodyReason',
      `The patient is under ${ADULT_FROM}: say why nobody with parental responsibility is asked`,
    ],
  ]);
};

/** A2: the patient cannot decide, because of an impairment. */
export const isUnableToDecide: CapacityRule = ({ capacity: { test }, clinicianStatement }) => {
  const { present, nature } = test.impairment;
  const isAbleInAll = ABILITIES.every((ability) => test[ability].able === true);
  const faults = openQuestions('capacity', [
    [present === null, 'test.impairment.present', 'Say whether something affects how the patient’s mind or brain works'],
    [
      present === false,
      'test.impairment.present',
      'Without an illness or injury of the mind or brain the patient can decide: use Form 1 or 3',
    ],
    [present === true && !hasInk(nature), 'test.impairment.nature', 'Say what affects the patient’s mind or brain'],
    [isAbleInAll, 'test.understand.able', 'The patient is able in all four parts and can decide: use Form 1 or 3'],
    [test.because === null, 'test.because', 'Say whether the patient is not able because of the illness or injury'],
    [
      test.because === false,
      'test.because',
      'If the patient is not able for another reason, the law says that the patient can decide: use Form 1 or 3',
    ],
  ]);
  if (clinicianStatement?.capacity === true)
    faults.push({
      path: 'clinicianStatement.capacity',
      message: 'Your statement says that the patient can decide: use Form 1 or 3, or correct the statement',
      step: 'review',
    });
  return faults;
};

/** A3: the evidence, the help, and who assessed when. */
export const isEvidenced: CapacityRule = ({ capacity: { test } }, { now }) =>
  openQuestions('capacity', [
    ...ABILITIES.flatMap((ability) => {
      const { able, evidence } = test[ability];
      return [
        [able === null, `test.${ability}.able`, `Say whether the patient can ${CAN[ability]}`],
        [
          able === false && !hasInk(evidence),
          `test.${ability}.evidence`,
          `Say how you know that the patient cannot ${CAN[ability]}`,
        ],
      ] as const;
    }),
    [
      test.help.length === 0 && !hasInk(test.helpNote),
      'test.help',
      'Say which help to decide you gave, or why none was possible',
    ],
    [!hasInk(test.assessor), 'test.assessor', 'Name the person who assessed the patient'],
    [test.assessedAt === null, 'test.assessedAt', 'Enter the date and time of the assessment'],
    [isLater(test.assessedAt, now), 'test.assessedAt', 'The time of the assessment is in the future'],
  ]);

/** A4: somebody who may be able again. */
export const isNotToWait: CapacityRule = ({ capacity: { test } }, { now }) => {
  const { mayRegain, canWait, waitReason, assessedAt } = test;
  if (mayRegain === 'NO') return [];
  if (mayRegain === null)
    return openQuestions('capacity', [[true, 'test.mayRegain', 'Say whether the patient may be able to decide later']]);
  const mustWait = mayRegain === 'YES' && canWait === true;
  const isOutOfDate = assessedAt !== null && Date.parse(now) - Date.parse(assessedAt) > ASSESSMENT_DAYS * DAY;
  return openQuestions('capacity', [
    [canWait === null, 'test.canWait', 'Say whether the decision can wait'],
    [mustWait, 'test.canWait', 'The patient may be able to decide later and this can wait: wait, then ask the patient'],
    [!mustWait && !hasInk(waitReason), 'test.waitReason', 'Say why you do not wait until the patient may be able to decide'],
    [isOutOfDate, 'test.assessedAt', 'The patient may be able again and was assessed over 7 days ago: assess again'],
  ]);
};
