import { dotsOf } from '#src/sign/dots.ts';

export type DotPictureProps = {
  /** Number of people affected, a whole number. */
  readonly count: number;
  /** One value for all pictures of a page. */
  readonly total: 100 | 1000;
  /** Text alternative: `20 in 1,000 people`. */
  readonly label: string;
};

/** A hundred or a thousand people as dots, those affected filled from the top left. */
export function DotPicture({ count, total, label }: DotPictureProps) {
  const { viewBox, dot, pitch, all, filled } = dotsOf(count, total);
  return (
    <svg className="dots" viewBox={viewBox} strokeWidth={dot} strokeDasharray={`0 ${pitch}`} role="img" aria-label={label}>
      <path d={all} />
      <path className="happens" d={filled} />
    </svg>
  );
}
