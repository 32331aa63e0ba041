/** The age from which somebody is presumed able to decide alone, in whole years (Family Law Reform Act 1969, section 8). */
export const PRESUMED_ABLE_FROM = 16;
/** The age below which nobody decides alone, whole years [choice]. */
export const DECIDES_ALONE_FROM = 8;
/** The age from which one assessor is enough for somebody who decides alone, whole years [choice]. */
export const ONE_ASSESSOR_FROM = 13;
/** Whether somebody of this age (whole years) decides alone only with two assessors. */
export function needsTwoAssessors(age: number): boolean {
  return age >= DECIDES_ALONE_FROM && age < ONE_ASSESSOR_FROM;
}
/** The age from which nobody has parental responsibility any more, in whole years (Family Law Reform Act 1969). */
export const ADULT_FROM = 18;

/** Whether somebody of this age (whole years) decides alone only after an assessment, and else an adult for them. */
export function isForChild(age: number): boolean {
  return age < PRESUMED_ABLE_FROM;
}
