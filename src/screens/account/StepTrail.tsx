import { Icon } from '#src/ui/Icon.tsx';
import styles from './account.module.css';

type StepTrailProps = {
  /** Names the row: "Steps of your registration". */
  readonly label: string;
  readonly steps: readonly string[];
  /** Place of the present step, from 0. */
  readonly at: number;
  /** In words alone: where another trail stands above already. */
  readonly plain?: boolean;
};

/** How far one has come in a few fixed steps. Only to be read: the way on is the screen's own button. */
export function StepTrail({ label, steps, at, plain = false }: StepTrailProps) {
  return (
    <div className={styles.trail} data-plain={plain || undefined}>
      <p className={styles.where}>
        Step {at + 1} of {steps.length}: <strong>{steps[at]}</strong>
      </p>
      {!plain && (
        <ol className={styles.steps} aria-label={label}>
          {steps.map((step, place) => (
            <li
              key={step}
              className={styles.step}
              data-done={place < at || undefined}
              aria-current={place === at ? 'step' : undefined}
            >
              <span className={styles.mark}>{place < at ? <Icon name="check" size={1} /> : place + 1}</span>
              <span className={styles.name}>
                {place < at && <span className="visually-hidden">Done: </span>}
                {step}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
