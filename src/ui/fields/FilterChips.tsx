import styles from './FilterChips.module.css';

export type FilterChipsProps<Value extends string> = {
  /** Names the group: "Show". */
  readonly label: string;
  /** `count` is shown after the label when it is known. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly count?: number | undefined }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** One filter at a time, as a row of pressed or unpressed buttons. */
export function FilterChips<Value extends string>({ label, options, value, onChange }: FilterChipsProps<Value>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && ` ${option.count}`}
        </button>
      ))}
    </div>
  );
}
