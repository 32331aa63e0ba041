import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './StepTabs.module.css';

/** One step of a form. A step that is not `open` yet can be seen but not chosen. */
export type StepTab = { readonly key: string; readonly label: string; readonly done: boolean; readonly open?: boolean };

export type StepTabsProps = {
  /** Names the row: "Steps of this consent". */
  readonly label: string;
  readonly steps: readonly StepTab[];
  readonly active: string;
  readonly onSelect: (key: string) => void;
};

/** The builder's steps, ticked when done. Left and Right move the focus, Enter opens a step. */
export function StepTabs({ label, steps, active, onSelect }: StepTabsProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active]);
  const position = steps.findIndex((step) => step.key === active);
  return (
    <nav className={styles.steps} aria-label={label}>
      <p className={styles.where}>
        Step {position + 1} of {steps.length}
      </p>
      <ol className={styles.list} ref={list}>
        {steps.map((step) => (
          <li key={step.key}>
            <button
              type="button"
              className={styles.step}
              aria-current={step.key === active ? 'step' : undefined}
              disabled={step.open === false}
              onKeyDown={moveFocus}
              onClick={() => onSelect(step.key)}
            >
              {step.done && (
                <span className={styles.done}>
                  <Icon name="check" size={1.125} />
                  <span className="visually-hidden">Done: </span>
                </span>
              )}
              {step.label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (move === undefined) return;
  const steps = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  steps[steps.indexOf(event.currentTarget) + move]?.focus();
}
