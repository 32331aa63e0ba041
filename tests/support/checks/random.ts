/**
 * A reproducible source of numbers from 0 to 1; its seed is printed, and `SEED_<NAME>` in the environment chooses another.
 *
 * @param name - of the suite: `first start` reads SEED_FIRST_START
 */
export function seededRandom(name: string): () => number {
  const seed = printedSeed(name, 20_260_806);
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to vary moments.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of a suite, printed; `SEED_<NAME>` in the environment chooses another than the usual one. */
export function printedSeed(name: string, usual: number): number {
  const seed = Number(process.env[`SEED_${name.toUpperCase().replaceAll(/\W/g, '_')}`] ?? usual);
  console.info(`Seed of "${name}": ${seed}`);
  return seed;
}

/** Prints how often each thing happened in a random run. */
export function printCounts(what: string, counts: ReadonlyMap<string, number>): void {
  const words = [...counts].toSorted().map(([name, times]) => `${times} ${name}`);
  console.info(`${what}: ${words.join(', ')}`);
}
