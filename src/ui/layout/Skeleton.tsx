import styles from './Skeleton.module.css';

export type SkeletonProps = {
  /** Number of text lines that will be shown. */
  readonly lines?: number;
  /** Inside a card of its own. */
  readonly card?: boolean;
};

/** Placeholder shape of content that is loading, without motion or spinner. Lists have their own in DataTable. */
export function Skeleton({ lines = 3, card = false }: SkeletonProps) {
  return (
    <div className={card ? styles.block : undefined} aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <div className={styles.skeleton}>
        {Array.from({ length: lines }, (_, line) => (
          <div className={styles.line} key={line} />
        ))}
      </div>
    </div>
  );
}
