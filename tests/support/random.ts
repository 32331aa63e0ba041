/**
 * A reproducible source of numbers from 0 to 1; its seed is printed, and `SEED_<NAME>` in the environment chooses another.
 *
 * @param name - of the suite: `first start` reads SEED_FIRST_START
 */
export function seededRandom(name: string): () => number {
  const seed = Number(process.env[`SEED_${name.toUpperCase().replaceAll(/\W/g, '_')}`] ?? 20_260_806);
  console.info(`Seed of "${name}": ${seed}`);
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to vary moments.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
