import { DECIDES_ALONE_FROM, ONE_ASSESSOR_FROM } from '#domain/forms/age-at-signing.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { decidesAlone } from './family-child-rules.ts';
import type { FamilyAround } from './family-form.ts';
import type { Family } from './family.ts';

/** Why an assessment by a second person is refused, in words. */
export const SECOND_ASSESSOR_REFUSALS = {
  NO_FIRST: 'The first assessor assesses the child before',
  NOT_ALONE: 'The child does not decide alone on this form: no second assessment is needed',
  TOO_YOUNG: `Below ${DECIDES_ALONE_FROM} nobody decides alone: somebody with parental responsibility decides`,
  ONE_IS_ENOUGH: `From ${ONE_ASSESSOR_FROM} one assessor is enough: no second assessment is needed`,
  NOT_ABLE: 'The first assessor has not found that the child can decide alone: no second assessment is needed',
  OWN_FIRST: 'You made the first assessment: a colleague assesses the child too',
  SAME_NAME: 'The first assessment names an assessor of your name: a colleague of another name assesses the child too',
} as const;
type SecondAssessorRefusal = keyof typeof SECOND_ASSESSOR_REFUSALS;

type Assessors = {
  /** the account that entered the first assessment; undefined where that is not known */
  readonly firstID: string | undefined;
  readonly userID: string;
  /** of the account that is to be the second */
  readonly name: string;
};

/** The reason why this account cannot be the second assessor of this child; null where it can (rule C26). */
export function secondAssessorRefusal(
  form: Pick<Family, 'basis' | 'child'>,
  around: Pick<FamilyAround, 'formType' | 'age'>,
  { firstID, userID, name }: Assessors,
): SecondAssessorRefusal | null {
  const gillick = form.child?.gillick ?? null;
  if (!decidesAlone(form, around)) return 'NOT_ALONE';
  if (around.age < DECIDES_ALONE_FROM) return 'TOO_YOUNG';
  if (around.age >= ONE_ASSESSOR_FROM) return 'ONE_IS_ENOUGH';
  if (gillick === null) return 'NO_FIRST';
  if (gillick.able !== true) return 'NOT_ABLE';
  if (firstID === userID) return 'OWN_FIRST';
  return isSameName(gillick.assessor, name) ? 'SAME_NAME' : null;
}
