import * as v from 'valibot';

/** Digits of a tablet PIN [choice]. */
export const TABLET_PIN_LENGTH = 6;
/** Wrong tablet PINs after which the password is asked for, whoever counts: the server or the worker of a tablet [choice]. */
export const TABLET_PIN_TRIES = 5;

/** A tablet PIN as somebody types it to take a tablet back; no message quotes it. */
export const EnteredTabletPin = v.pipe(
  v.string('The PIN must be text'),
  v.regex(new RegExp(`^\\d{${TABLET_PIN_LENGTH}}$`), `Enter all ${TABLET_PIN_LENGTH} digits`),
);

/** A tablet PIN that somebody chooses: six digits, and none of those that everybody tries first. */
export const NewTabletPin = v.pipe(
  EnteredTabletPin,
  v.check((pin) => !isTrivialPin(pin), 'This PIN is easy to guess. Please choose another.'),
);

// Patterns of the keypad that stand high in lists of leaked PINs.
const COMMON_PINS = new Set(['123654', '147258', '159357', '159753', '258456', '456852', '789456', '147852', '112358', '314159']);

/** True for one or two digits only, for digits in a row up or down, for a part that is repeated, and for common patterns. */
function isTrivialPin(pin: string): boolean {
  const pairs = (pin.match(/../g) ?? []).map(([first, second]) => (first === second ? first : undefined));
  const hasPairs = pairs.every((digit) => digit !== undefined);
  return (
    new Set(pin).size <= 2 ||
    isRow(pin) ||
    (hasPairs && isRow(pairs.join(''))) ||
    /^(\d{3})\1$/.test(pin) ||
    /^(\d{2})\1\1$/.test(pin) ||
    COMMON_PINS.has(pin)
  );
}

/** True when each digit is as far from the one before, counted round from 9 to 0. */
function isRow(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10);
  return new Set(steps).size === 1;
}
