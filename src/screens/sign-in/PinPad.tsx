import { TABLET_PIN_LENGTH } from '#domain/accounts/tablet-pin.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './PinPad.module.css';

type PinPadProps = {
  /** the digits so far */
  readonly value: string;
  readonly onValue: (digits: string) => void;
};

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Keys for a PIN, as large as a thumb. Its last digit is the caller's to send. */
export function PinPad({ value, onValue }: PinPadProps) {
  const add = (digit: string) => {
    if (value.length < TABLET_PIN_LENGTH) onValue(value + digit);
  };
  return (
    <div className={styles.pad} role="group" aria-label="Digits">
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className={styles.key} onClick={() => add(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles.act} onClick={() => onValue('')}>
        Clear
      </button>
      <button type="button" className={styles.key} onClick={() => add('0')}>
        0
      </button>
      <button type="button" className={styles.act} aria-label="Delete the last digit" onClick={() => onValue(value.slice(0, -1))}>
        <Icon name="erase" />
      </button>
    </div>
  );
}
