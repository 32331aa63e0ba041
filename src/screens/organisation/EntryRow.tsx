import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import type { ReactNode } from 'react';
import styles from './organisation.module.css';

type EntryRowProps = {
  readonly name: string;
  readonly about?: string | undefined;
  readonly isEnded: boolean;
  /** its buttons */
  readonly children: ReactNode;
};

/** One entry of a list, with its state where it has ended. */
export function EntryRow({ name, about, isEnded, children }: EntryRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <StrongLine>{name}</StrongLine>
        {about !== undefined && <QuietLine isNumber>{about}</QuietLine>}
      </div>
      {isEnded && <StateChip>Ended</StateChip>}
      <div className={styles.acts}>{children}</div>
    </li>
  );
}
