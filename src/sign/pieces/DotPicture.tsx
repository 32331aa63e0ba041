import { dotsOf, ringOf } from '#src/sign/dots.ts';

export type DotPictureProps = {
  /** Number of people affected, a whole number. */
  readonly count: number;
  /** The figure lies between `count` and one more: the next person's dot is in the ring, and not filled. */
  readonly isBetween?: boolean;
  /** One value for all rates of a page; fewer where fewer people were counted. */
  readonly total: number;
  /** Text alternative: `20 in 1,000 people`. */
  readonly label: string;
};

/** Up to a hundred, or a thousand people as dots, those affected filled from the top, where reading starts; a few are ringed, to be found. */
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
