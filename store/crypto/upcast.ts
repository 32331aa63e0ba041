/** The schema version that this build seals. A change of a shape raises it and adds a step below. */
export const SCHEMA_VERSION = 1;

/** One step for one table: a value of schema version `from` becomes one of the next version. */
export type UpcastStep = { readonly table: string; readonly from: number; readonly raise: (value: unknown) => unknown };

const UPCAST_STEPS: readonly UpcastStep[] = [];

/** Raises a value of an older schema version to the present one, a version at a time. */
export function upcast(
  { table, sv, value }: { readonly table: string; readonly sv: number; readonly value: unknown },
  steps: readonly UpcastStep[] = UPCAST_STEPS,
): unknown {
  return steps
    .filter((step) => step.table === table && step.from >= sv)
    .toSorted((one, other) => one.from - other.from)
    .reduce((raised, { raise }) => raise(raised), value);
}
