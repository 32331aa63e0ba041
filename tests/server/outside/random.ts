/** Numbers from 0 to 1 that a seed repeats (mulberry32); prints the seed, so that a failure can be made again. */
export function random(what: string, seed: number): () => number {
  console.info(`${what}: seed ${seed}`);
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
