import styles from './FrequencyLine.module.css';

export type FrequencyLineProps = {
  /** "20 in 1,000 people", or null: the line then says that there is no figure. */
  readonly figure: string | null;
  /** "common", "rare". */
  readonly word?: string | null | undefined;
  /** Stands behind the figure in small letters: `exactly 195 in 10,000`. */
  readonly note?: string | undefined;
  readonly source?: string | undefined;
};

/** Frequency of an event: figure, word, and in small letters beneath its note and its source. */
export function FrequencyLine({ figure, word, note, source }: FrequencyLineProps) {
  const small = [note, source].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <div>
      <span className={`${styles.figure} num`}>{figure ?? 'No reliable number'}</span>
      {figure !== null && word != null && <span className={styles.word}> ({word})</span>}
      {small !== '' && <span className={`${styles.source} num`}>{small}</span>}
    </div>
  );
}
