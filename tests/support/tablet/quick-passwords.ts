/** Rounds of PBKDF2 that a derivation costs in tests: the product's 600,000 would be most of what the tests of tablets do [choice]. */
const ROUNDS_MOST = 1000;

type Derive = SubtleCrypto['deriveKey'];

// The caller names the product's rounds, and a vault's row stores them: only the work is less. Files of one worker share it.
const { subtle } = crypto;
if (!Object.hasOwn(subtle, 'deriveKey')) {
  const derive: Derive = subtle.deriveKey.bind(subtle);
  const quick: Derive = (algorithm, ...rest) => derive(withFewRounds(algorithm), ...rest);
  Object.assign(subtle, { deriveKey: quick });
}

function withFewRounds(algorithm: Parameters<Derive>[0]): Parameters<Derive>[0] {
  return typeof algorithm === 'object' && 'iterations' in algorithm
    ? { ...algorithm, iterations: Math.min(algorithm.iterations, ROUNDS_MOST) }
    : algorithm;
}
