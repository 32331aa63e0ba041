/** The age from which somebody is presumed able to decide alone, in whole years (Family Law Reform Act 1969, section 8). */
export const PRESUMED_ABLE_FROM = 16;
/** The age from which nobody has parental responsibility any more, in whole years (Family Law Reform Act 1969). */
export const ADULT_FROM = 18;

/** Whether somebody of this age (whole years) decides alone only after an assessment, and else an adult for them. */
export function isForChild(age: number): boolean {
  return age < PRESUMED_ABLE_FROM;
}
