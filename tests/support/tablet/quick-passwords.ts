import { PBKDF2_ROUNDS } from '#store/crypto/wrap.ts';

/** Rounds that the derivation of a vault's key costs in tests: the product's would be most of what the tests of tablets do [choice]. */
const TEST_ROUNDS = 1000;

type Derive = SubtleCrypto['deriveKey'];

// The caller names the product's rounds, and a vault's row stores them: only the work is less. Files of one worker share it.
const { subtle } = crypto;
if (!Object.hasOwn(subtle, 'deriveKey')) {
  const derive: Derive = subtle.deriveKey.bind(subtle);
  const quick: Derive = (algorithm, ...rest) => derive(withFewRounds(algorithm), ...rest);
  Object.assign(subtle, { deriveKey: quick });
}

function withFewRounds(algorithm: Parameters<Derive>[0]): Parameters<Derive>[0] {
  const isOfVault = typeof algorithm === 'object' && 'iterations' in algorithm && algorithm.iterations === PBKDF2_ROUNDS;
  return isOfVault ? { ...algorithm, iterations: TEST_ROUNDS } : algorithm;
}
