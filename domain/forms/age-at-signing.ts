/** The age from which somebody is presumed able to decide alone, in whole years. */
export const PRESUMED_ABLE_FROM = 16;

/** Whether somebody of this age (whole years) decides alone only after an assessment, and else an adult for them. */
export function isForChild(age: number): boolean {
  return age < PRESUMED_ABLE_FROM;
}
