import type { Signature } from '#contract/shapes/staff-parts.ts';
import { Ink } from '#src/ui/clinical/Ink.tsx';
import styles from './cases.module.css';

/** A signature as captured: its ink as a vector, its typed name, or nothing for a spoken one. */
export function SignatureInk({ signature: { strokes, typedName, name } }: { readonly signature: Signature }) {
  if (strokes !== null && strokes.length > 0)
    return <Ink className={styles.ink} strokes={strokes} label={`Signature of ${name}`} />;
  return typedName === null ? null : <p className={styles.typed}>{typedName}</p>;
}
