import type { Strokes } from '#domain/signing/signature.ts';
import { INK_HEIGHT, INK_WIDTH, inkPath } from './ink-path.ts';

type InkProps = {
  readonly strokes: Strokes;
  /** Owner of the signature, for screen readers. */
  readonly label: string;
  /** Class that sets the width and the background. */
  readonly className: string | undefined;
};

/** A drawn signature as a vector, with room around it for the width of the pen. */
export function Ink({ strokes, label, className }: InkProps) {
  return (
    <svg className={className} viewBox={`-4 -4 ${INK_WIDTH + 8} ${INK_HEIGHT + 8}`} role="img" aria-label={label}>
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
}
