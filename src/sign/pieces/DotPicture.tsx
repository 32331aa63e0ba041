import { dotsOf, ringOf } from '#src/sign/dots.ts';

export type DotPictureProps = {
  /** Number of people affected, a whole number. */
  readonly count: number;
  /** The figure lies between `count` and one more: the next person's dot is in the ring, and not filled. */
  readonly isBetween?: boolean;
  /** One value for all pictures of a page. */
  readonly total: 100 | 1000;
  /** Text alternative: `20 in 1,000 people`. */
  readonly label: string;
};

/** A hundred or a thousand people as dots, those affected filled from the top, where reading starts; a few are ringed, to be found. */
export function DotPicture({ count, isBetween = false, total, label }: DotPictureProps) {
  const { viewBox, dot, pitch, all, filled } = dotsOf(count, total);
  const ring = ringOf(isBetween && count > 0 ? count + 1 : count, total);
  return (
    <svg className="dots" viewBox={viewBox} strokeWidth={dot} strokeDasharray={`0 ${pitch}`} role="img" aria-label={label}>
      <path d={all} />
      <path className="happens" d={filled} />
      {ring !== null && <rect className="ring" {...ring} strokeDasharray="none" />}
    </svg>
  );
}
