/** The version of the shapes that this build seals. A change of a shape raises it and adds a step below. */
export const SHAPES = 1;

/** How what an older build sealed in one table becomes what the next version would have sealed. */
export type Step = { readonly table: string; readonly from: number; readonly raise: (value: unknown) => unknown };

const STEPS: readonly Step[] = [];

/** A value of any older version as this build has it, a version at a time. */
export function upcast(
  { table, sv, value }: { readonly table: string; readonly sv: number; readonly value: unknown },
  steps: readonly Step[] = STEPS,
): unknown {
  return steps
    .filter((step) => step.table === table && step.from >= sv)
    .toSorted((one, other) => one.from - other.from)
    .reduce((raised, { raise }) => raise(raised), value);
}
