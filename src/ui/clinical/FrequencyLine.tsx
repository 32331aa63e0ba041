import styles from './FrequencyLine.module.css';

export type FrequencyLineProps = {
  /** "20 in 1,000 people", or null: the line then says that there is no figure. */
  readonly figure: string | null;
  /** "common", "rare". */
  readonly word?: string | undefined;
  /** The figure as its source gives it, when it is finer than the picture: "1.95 in 100". */
  readonly exact?: string | undefined;
  readonly source?: string | undefined;
};

/** Frequency of an event: figure, word, and in small letters beneath the exact figure and its source. */
export function FrequencyLine({ figure, word, exact, source }: FrequencyLineProps) {
  const small = [exact, source].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <div>
      <span className={`${styles.figure} num`}>{figure ?? 'No reliable number'}</span>
      {figure !== null && word !== undefined && <span className={styles.word}> ({word})</span>}
      {small !== '' && <span className={`${styles.source} num`}>{small}</span>}
    </div>
  );
}
