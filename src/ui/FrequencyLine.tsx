import styles from './FrequencyLine.module.css';

export type FrequencyLineProps = {
  /** "20 in 1,000 people", or null: then it says that there is no figure. */
  readonly figure: string | null;
  /** "common", "rare". */
  readonly word?: string | undefined;
  /** The figure as its source gives it, when it is finer than the picture: "1.95 in 100". */
  readonly exact?: string | undefined;
  readonly source?: string | undefined;
};

/** How often something happens: figure, word, and small beneath the exact figure and where it is from. */
export function FrequencyLine({ figure, word, exact, source }: FrequencyLineProps) {
  const small = [exact, source].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <div>
      <span className={`${styles.figure} num`}>{figure ?? 'figure not available'}</span>
      {figure !== null && word !== undefined && <span className={styles.word}> ({word})</span>}
      {small !== '' && <span className={`${styles.source} num`}>{small}</span>}
    </div>
  );
}
