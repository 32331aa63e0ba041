import { TABLET_PIN_LENGTH } from '#domain/accounts/tablet-pin.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { numberWord } from '#domain/base/duration-words.ts';

/** Texts for whoever proves by their tablet PIN that they are there: at a lock, and where a tablet is taken back. */
export const tabletPinWords = {
  label: 'Tablet PIN',
  hint: `${capitalised(numberWord(TABLET_PIN_LENGTH))} digits`,
  empty: `Enter all ${TABLET_PIN_LENGTH} digits`,
  wrong: (triesLeft: number) => `This is not the PIN. ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.`,
  spent: 'The PIN was wrong too many times. Use your password.',
  noNetwork: 'Without the network this tablet cannot check the PIN now. Use your password.',
  other: 'Use password instead',
} as const;
