import type { ReactNode } from 'react';
import styles from './StateChip.module.css';
import type { Tone } from '#src/ui/theme/tone.ts';

export type StateChipProps = {
  readonly tone?: Tone;
  /** Words that express the state without the colour: "Waiting to send". */
  readonly children: ReactNode;
  /** Read out when the words change, e.g. "Saved on this tablet". */
  readonly live?: boolean;
  /** A label that is not a state ("core", "optional"): no dot. */
  readonly tag?: boolean;
};

/** A state in words with a dot in its colour. */
export function StateChip({ tone = 'plain', live = false, tag = false, children }: StateChipProps) {
  return (
    <span className={styles.chip} data-tone={tone} data-tag={tag || undefined} role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
