import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './account.module.css';

type StepTrailProps = {
  /** Label of the row: "Steps of your registration". */
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the present step, from 0. */
  readonly at: number;
  /** Text only: for a screen that already has another trail above. */
  readonly plain?: boolean;
};

/** The progress through a few fixed steps. Read only: the screen's own button leads on. */
export function StepTrail({ label, steps, at, plain = false }: StepTrailProps) {
  return (
    <div className={styles.trail} data-plain={plain || undefined}>
      <p className={styles.where}>
        Step {at + 1} of {steps.length}: <strong>{steps[at]}</strong>
      </p>
      {!plain && (
        <ol className={styles.steps} aria-label={label}>
          {steps.map((step, index) => (
            <li
              key={step}
              className={styles.step}
              data-done={index < at || undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              <span className={styles.mark}>{index < at ? <Icon name="check" size={1} /> : index + 1}</span>
              <span className={styles.name}>
                {index < at && <span className="visually-hidden">Done: </span>}
                {step}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
