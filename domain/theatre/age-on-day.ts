import { capitalised } from '#domain/base/capitalised.ts';
import { consenterOf, type Consenter } from '#domain/family/consenter.ts';
import type { Family } from '#domain/family/family.ts';
import { ADULT_FROM, isForChild } from '#domain/forms/age-at-signing.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { ageOn, dayAndMonth, localDate } from '#domain/values/plain-date.ts';

/** All that a signed form's light depends on as to the patient's age; all days are plain dates where the organisation is. */
export type AgeFacts = {
  readonly formType: FormType;
  /** null for a form that names none: a Form 2 is then judged as a parent's */
  readonly basis: Family['basis'];
  /** of the living record and, where it is known, of the form: the worse of both counts */
  readonly births: readonly string[];
  readonly signedOn: string;
  /** day of the operation; null where the case is on no list */
  readonly listedOn: string | null;
  readonly today: string;
};

/** As a light of `listed.ts`, of the age alone. */
type AgeLight = {
  readonly light: 'RED' | 'AMBER' | 'GREEN';
  readonly reason: string;
  /** whether it tells of the patient's age on a day to come: the light on that day says no more */
  readonly isForetold?: boolean;
};

/**
 * The patient's age on the day of the operation, as it changes the light of a form that was signed at an earlier age: a parent's
 * consent ends with childhood, a young person's own goes on. Today counts where the day has passed, or there is none. Green is a note
 * beside a consent that still holds; null where age changes nothing.
 */
export function ageLight(facts: AgeFacts): AgeLight | null {
  const { today, listedOn } = facts;
  const now = verdictOn(facts, today);
  const then = listedOn === null || listedOn <= today ? null : verdictOn(facts, listedOn);
  if (listedOn !== null && then !== null && then.light !== 'GREEN' && then.light !== now?.light)
    return {
      light: then.light,
      reason: `On ${dayAndMonth(listedOn)}: ${then.fact}. ${capitalised(then.result)}`,
      isForetold: true,
    };
  if (now === null) return null;
  const joint = now.light === 'GREEN' ? ', ' : ': ';
  return { light: now.light, reason: `${capitalised(now.fact)}${joint}${now.result}` };
}

/** A signed form as far as the age on the day depends on it. @property signedAt - ISO; null for one that is not signed */
type FormOfAge = {
  readonly formType: FormType;
  readonly basis?: Family['basis'] | undefined;
  readonly shownPatient?: { readonly dateOfBirth: string } | null | undefined;
  readonly signedAt: string | null;
};

type AgeAround = {
  /** of the living record, plain date */
  readonly dateOfBirth: string;
  readonly listedOn: string | null;
  /** plain date */
  readonly today: string;
  /** IANA name */
  readonly timeZone: string;
};

/** The facts of a form as it is read on a screen or a tablet; of a form that is not signed yet as if it were signed now. */
export function ageFactsOf(
  { formType, basis = null, shownPatient = null, signedAt }: FormOfAge,
  { dateOfBirth, listedOn, today, timeZone }: AgeAround,
): AgeFacts {
  return {
    formType,
    basis,
    births: [dateOfBirth, ...(shownPatient === null ? [] : [shownPatient.dateOfBirth])],
    signedOn: signedAt === null ? today : localDate(Date.parse(signedAt), timeZone),
    listedOn,
    today,
  };
}

/** The change, and the result of it for the consent, as the two halves of a sentence. */
type Verdict = Pick<AgeLight, 'light'> & { readonly fact: string; readonly result: string };

type Ages = { readonly age: number; readonly atSigning: number };

const AN_ADULT = 'an adult now';

/** The verdict by whose consent it is; null where age changes nothing. */
const VERDICTS: Readonly<Record<Consenter, (ages: Ages) => Verdict | null>> = {
  patient: (ages) => (isGrown(ages) ? { light: 'GREEN', fact: `given at ${ages.atSigning}`, result: 'still holds' } : null),
  parent: (ages) => {
    if (ages.age >= ADULT_FROM) return { light: 'RED', fact: AN_ADULT, result: 'a parent’s consent does not hold' };
    // At 16 and 17 a parent signs only for somebody who was found not able: such a form was judged at this age already.
    return isGrown(ages) ? { light: 'AMBER', fact: `now ${ages.age}`, result: 'the young person is asked' } : null;
  },
  court: ({ age }) => (age >= ADULT_FROM ? { light: 'AMBER', fact: AN_ADULT, result: 'does the order still hold?' } : null),
  // A clinician decided for somebody who cannot: a birthday changes nothing [choice].
  nobody: () => null,
};

function verdictOn({ births, signedOn, ...form }: AgeFacts, day: string): Verdict | null {
  const age = Math.max(...births.map((birth) => ageOn(birth, day)));
  const atSigning = Math.min(...births.map((birth) => ageOn(birth, signedOn)));
  return VERDICTS[consenterOf(form)]({ age, atSigning });
}

function isGrown({ age, atSigning }: Ages): boolean {
  return isForChild(atSigning) && !isForChild(age);
}
