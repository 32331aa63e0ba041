import { useMemo } from 'react';
import { drawIconArray } from './icon-array.ts';
import styles from './IconArray.module.css';

export type IconArrayProps = {
  /** Number of people affected, a whole number. */
  readonly count: number;
  /** One value for all rates of a screen; fewer where fewer people were counted. */
  readonly total: number;
  /** Text alternative: "20 in 1,000 people". */
  readonly label: string;
  readonly kind?: 'risk' | 'benefit';
};

/** Up to a hundred, or a thousand people as dots, the affected filled from the top left. */
export function IconArray({ count, total, label, kind = 'risk' }: IconArrayProps) {
  const drawing = useMemo(() => drawIconArray(count, total), [count, total]);
  return (
    <svg className={styles.array} viewBox={drawing.viewBox} strokeWidth={drawing.dotSize} role="img" aria-label={label}>
      <path className={styles.rest} d={drawing.rest} />
      <path className={styles.filled} data-kind={kind} d={drawing.filled} />
    </svg>
  );
}
