import styles from './import.module.css';
import { countWords, type LineCounts } from './line-counts.ts';

/** How many rows go where, as a bar and in words. */
export function ImportShare({ counts }: { readonly counts: LineCounts }) {
  const { all, ready, imported, leftOut, later } = counts;
  const width = (part: number) => ({ width: `${all === 0 ? 0 : (part / all) * 100}%` });
  return (
    <>
      <div className={styles.track} aria-hidden="true">
        <span data-tone="ok" style={width(imported + ready)} />
        <span data-tone="plain" style={width(leftOut)} />
        <span data-tone="stop" style={width(later)} />
      </div>
      <span className="num" role="status">
        {countWords(counts)}
      </span>
    </>
  );
}
