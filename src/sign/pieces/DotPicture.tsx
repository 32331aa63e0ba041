import { dotsOf } from '../dots.ts';

export type DotPictureProps = {
  /** Whole people to whom it happens. */
  readonly count: number;
  /** The same for all pictures of a page. */
  readonly total: 100 | 1000;
  /** Says the picture: `20 in 1,000 people`. */
  readonly label: string;
};

/** A hundred or a thousand people, those to whom it happens filled from the top left. */
export function DotPicture({ count, total, label }: DotPictureProps) {
  const { viewBox, dot, pitch, all, filled } = dotsOf(count, total);
  return (
    <svg className="dots" viewBox={viewBox} strokeWidth={dot} strokeDasharray={`0 ${pitch}`} role="img" aria-label={label}>
      <path d={all} />
      <path className="happens" d={filled} />
    </svg>
  );
}
