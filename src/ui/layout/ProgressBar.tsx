import { useId } from 'react';
import styles from './ProgressBar.module.css';

export type ProgressBarProps = {
  /** Name of the running work: "Sending". */
  readonly label: string;
  readonly done: number;
  readonly total: number;
};

/** Long work with its numbers: "Sending, 3 of 12". */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const id = useId();
  const words = `${done} of ${total}`;
  const share = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  return (
    <div>
      <div className={styles.words}>
        <span className={styles.label} id={id}>
          {label}
        </span>
        <span className="num">{words}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <div className={styles.done} style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
