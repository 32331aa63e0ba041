import { hasInk, shownLength } from '#domain/values/ink.ts';
import { openQuestions, type CapacityRule } from './capacity-rule.ts';

/** The shortest reasoning, characters (forms, section 2). */
const REASONING_LEAST = 20;
const OPTIONS_LEAST = 2;

/** A14: the checklist of best interests. */
export const isBestInterestsChecked: CapacityRule = ({ capacity: { bestInterests } }, { isPinnedOnTablet = false }) => {
  const { serious, urgent, lifeSustaining, objects, pastWishes, beliefs, patientView, options } = bestInterests;
  const { takenPart, notByAgeOrLooks, notToBringDeath, leastRestrictive, reasoning } = bestInterests;
  // A form that a tablet of a build before pinned is out: it counted whatever was typed.
  const isLong = (isPinnedOnTablet ? reasoning.length : shownLength(reasoning)) >= REASONING_LEAST;
  const at = (field: string) => `bestInterests.${field}`;
  return openQuestions('bestInterests', [
    [serious === null, at('serious'), 'Say whether this is serious medical treatment'],
    [urgent === null, at('urgent'), 'Say whether this is urgent'],
    [lifeSustaining === null, at('lifeSustaining'), 'Say whether this treatment is needed to sustain life'],
    [!hasInk(pastWishes), at('pastWishes'), 'Write down what the patient wanted in the past, or “not known”'],
    [!hasInk(beliefs), at('beliefs'), 'Write down the patient’s beliefs and values, or “not known”'],
    [!hasInk(patientView), at('patientView'), 'Write down what the patient says or shows now, or “not known”'],
    [objects === null, at('objects'), 'Say whether the patient objects'],
    [!takenPart, at('takenPart'), 'Confirm that the patient has taken part as far as possible'],
    [!notByAgeOrLooks, at('notByAgeOrLooks'), 'Confirm that you do not judge by age, looks or behaviour alone'],
    [!notToBringDeath, at('notToBringDeath'), 'Confirm that nobody decides from a wish to bring about the patient’s death'],
    [options.length < OPTIONS_LEAST, at('options'), 'Compare at least two options, of which one may be no treatment'],
    ...options.flatMap(
      ({ text, why }, index) =>
        [
          [!hasInk(text), at(`options.${index}.text`), 'Say which option this is'],
          [!hasInk(why), at(`options.${index}.why`), 'Say what speaks for and against this option'],
        ] as const,
    ),
    [!hasInk(leastRestrictive), at('leastRestrictive'), 'Say why no gentler option will do'],
    [!isLong || !hasInk(reasoning), at('reasoning'), 'Say in at least 20 characters why this is best for the patient'],
  ]);
};

/** A15: restraint. */
export const isRestraintLawful: CapacityRule = ({ capacity: { bestInterests } }) => {
  const { planned, why, deprives, authority } = bestInterests.restraint;
  const at = (field: string) => `bestInterests.restraint.${field}`;
  return openQuestions('bestInterests', [
    [planned === null, at('planned'), 'Say whether restraint is planned'],
    [planned === true && !hasInk(why), at('why'), 'Say why restraint is needed to prevent harm, and how much'],
    [planned === true && deprives === null, at('deprives'), 'Say whether the patient’s liberty is taken away'],
    [
      deprives === true && !hasInk(authority),
      at('authority'),
      'Name the authority that allows it to take away the patient’s liberty',
    ],
  ]);
};
