import styles from './ChoiceCards.module.css';
import type { FieldProps } from './field.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { ReactNode } from 'react';

/** One answer. Labels are understood on their own: "LEFT", "RIGHT", "BOTH". */
export type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
};

type Shared<Value extends string> = FieldProps & {
  readonly choices: readonly Choice<Value>[];
  /** One under the other: for answers longer than a few words. */
  readonly stacked?: boolean;
};

export type ChoiceCardsProps<Value extends string> = Shared<Value> & {
  /** `null` until somebody chose: nothing is chosen for them. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
};

/** One answer of a few, each a card of 56 px. Arrow keys move between them as in any radio group. */
export function ChoiceCards<Value extends string>({ choices, stacked, value, onChange, ...field }: ChoiceCardsProps<Value>) {
  return (
    <FieldGroup {...field}>
      <Cards
        kind="radio"
        field={field}
        choices={choices}
        stacked={stacked}
        chosen={value === null ? [] : [value]}
        onToggle={onChange}
      />
    </FieldGroup>
  );
}

export type CheckCardsProps<Value extends string> = Shared<Value> & {
  readonly value: readonly Value[];
  readonly onChange: (value: readonly Value[]) => void;
};

/** Any number of answers, each a card of 56 px. */
export function CheckCards<Value extends string>({ choices, stacked, value, onChange, ...field }: CheckCardsProps<Value>) {
  const toggle = (one: Value) => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <FieldGroup {...field}>
      <Cards kind="checkbox" field={field} choices={choices} stacked={stacked} chosen={value} onToggle={toggle} />
    </FieldGroup>
  );
}

type CardsProps<Value extends string> = {
  readonly kind: 'radio' | 'checkbox';
  readonly field: FieldProps;
  readonly choices: readonly Choice<Value>[];
  readonly stacked: boolean | undefined;
  readonly chosen: readonly Value[];
  readonly onToggle: (value: Value) => void;
};

function Cards<Value extends string>({ kind, field, choices, stacked, chosen, onToggle }: CardsProps<Value>) {
  return (
    <div className={styles.cards} data-stacked={stacked || undefined} data-error={field.error !== undefined || undefined}>
      {choices.map((choice, index) => (
        <label className={styles.card} key={choice.value}>
          <input
            className={styles.control}
            type={kind}
            id={index === 0 ? field.id : `${field.id}-${choice.value}`}
            name={field.id}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            disabled={choice.disabled ?? false}
            onChange={() => onToggle(choice.value)}
          />
          <span className={styles.words}>
            <span className={styles.label}>{choice.label}</span>
            {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
