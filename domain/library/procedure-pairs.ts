type Sided = { readonly procedureID: string; readonly side: string | null; readonly site?: string | undefined };
type Paired<B> = {
  /** by the place in the later list: the one before, or undefined for one that is new */
  readonly pairs: readonly (B | undefined)[];
  /** those of the list before that are in the later one no more */
  readonly left: readonly B[];
};

/**
 * Each procedure of a list with itself in the list before. The same side and site first: of a procedure planned for both sides, each goes
 * with its own.
 */
export function pairProcedures<B extends Sided>(before: readonly B[], now: readonly Sided[]): Paired<B> {
  const left = [...before];
  const pairs: (B | undefined)[] = now.map(() => undefined);
  for (const isSame of SAME)
    for (const [at, each] of now.entries()) {
      const found =
        pairs[at] === undefined ? left.findIndex((one) => one.procedureID === each.procedureID && isSame(one, each)) : -1;
      if (found !== -1) [pairs[at]] = left.splice(found, 1);
    }
  return { pairs, left };
}

const SAME: readonly ((one: Sided, other: Sided) => boolean)[] = [
  (one, other) => one.side === other.side && one.site === other.site,
  (one, other) => one.side === other.side,
  () => true,
];
