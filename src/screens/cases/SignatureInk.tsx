import type { Signature } from '#contract/record-shapes.ts';
import styles from './cases.module.css';
import { INK_HEIGHT, INK_WIDTH, inkPath } from './ink-path.ts';

/** A signature as it was given: its ink as a vector, its typed name, or nothing for a spoken one. */
export function SignatureInk({ signature: { strokes, typedName, name } }: { readonly signature: Signature }) {
  if (strokes !== null && strokes.length > 0)
    return (
      <svg
        className={styles.ink}
        viewBox={`-4 -4 ${INK_WIDTH + 8} ${INK_HEIGHT + 8}`}
        role="img"
        aria-label={`Signature of ${name}`}
      >
        <path
          d={inkPath(strokes)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    );
  return typedName === null ? null : <p className={styles.typed}>{typedName}</p>;
}
