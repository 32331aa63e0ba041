/** How closely a document is set. */
export type Fit = {
  /** of the timeline */
  columns: 1 | 2;
  /** of the body, pt */
  size: number;
  /** height of a signature, mm */
  pad: number;
  /** the block of the template that begins a page; -1 for none */
  before: number;
  /** the last events that stay on one page */
  tail: number;
  /** of each page, left free above its foot, mm */
  free: number;
};

/** A block's place: the page from 1, and the distance from its upper edge, mm. */
type Spot = { page: number; y: number };

/** Where a layout ends and where its blocks begin; `top` and `bottom` are the edges of the body of a page, mm. */
export type Layout = Spot & { top: number; bottom: number; parts: readonly (Spot & { at: number })[] };

export const ROOMY: Fit = { columns: 1, size: 9.6, pad: 20, before: -1, tail: 0, free: 0 };

/** The layouts of a letter, which has one page: the largest letters first, as it is read at home. */
export const LETTER_FITS: readonly Fit[] = [12.5, 11.5, 10.5, 9.6].map((size) => ({ ...ROOMY, size }));

const CLOSER: readonly Fit[] = [
  { ...ROOMY, columns: 2 },
  { ...ROOMY, columns: 2, size: 9.2 },
  { ...ROOMY, columns: 2, size: 9.2, pad: 16 },
];

/** A last page with less of its body in use looks like a mistake, and is lost first. */
const LAST_PAGE_LEAST = 0.25;
/** Less than that is aimed at, so that rounding decides nothing. */
const LAST_PAGE_AIM = 0.28;
/** Layouts of which the last page is closed up, before its first part is moved down instead. */
const CLOSER_MOST = 2;
const EVENT_HEIGHT = 4.4;
/** Of the body, mm. */
const LINE_HEIGHT = 5;

const SIGNING: ReadonlySet<string> = new Set(['signatures', 'inkBox']);

/** The blocks as the template draws them: their kinds, and how many events a timeline has. */
export type Drawn = readonly { readonly kind: string; readonly events: number }[];

/** Whether a layout may stay: one page, or enough on the last. */
export function isFilled({ page, y, top, bottom }: Layout, least = LAST_PAGE_LEAST): boolean {
  return page === 1 || (y - top) / (bottom - top) >= least;
}

/**
 * The layouts to try after the roomy one, each only where its estimate says that it may close the last page. The last of them, which
 * moves a part down, depends on the first layout alone: the same document has the same layout.
 */
export function closerFits(layout: Layout, drawn: Drawn): Fit[] {
  const { page, y, top, bottom } = layout;
  const need = y - top;
  const total = (page - 1) * (bottom - top) + need;
  const events = drawn.reduce((sum, each) => sum + each.events, 0);
  const pads = drawn.filter(({ kind }) => kind === 'signatures').length;
  const saved = (fit: Fit) =>
    (fit.columns === 2 ? (events * EVENT_HEIGHT) / 2 : 0) +
    (fit.size < ROOMY.size ? total * 0.045 : 0) +
    (ROOMY.pad - fit.pad) * pads;
  return CLOSER.filter((fit) => saved(fit) >= need * 0.7).slice(0, CLOSER_MOST);
}

/**
 * The layouts in which a part moves to the last page, the signatures if they may, or else the last events: both pages then hold enough. After
 * that, as the page before may end in white and a timeline may have few events, one in which every page ends a little higher.
 */
export function movedDown(layout: Layout, drawn: Drawn): Fit[] {
  const { page, y, top, bottom, parts } = layout;
  const height = bottom - top;
  // How far the last part of the page before goes down is unknown: one line is certain.
  const lastY = Math.max(top, ...parts.flatMap((each) => (each.page === page - 1 ? each.y : [])));
  const white = bottom - Math.min(bottom, lastY + LINE_HEIGHT);
  const free = Math.ceil(Math.min(height / 2, white + (LAST_PAGE_AIM * height - (y - top)) / (page - 1)));
  const before = partToMove(layout, drawn);
  if (before !== undefined)
    return [
      { ...ROOMY, before },
      { ...ROOMY, free },
    ];
  if (drawn.every(({ events }) => events === 0)) return [{ ...ROOMY, free }];
  return [
    { ...ROOMY, tail: Math.ceil((LAST_PAGE_AIM * height) / EVENT_HEIGHT) },
    { ...ROOMY, free },
  ];
}

function partToMove({ page, y, top, bottom, parts }: Layout, drawn: Drawn): number | undefined {
  const height = bottom - top;
  const leaves = (each: Spot) => each.page === 1 || each.y - top >= LAST_PAGE_AIM * height;
  const moved = (each: Spot) => bottom - each.y + (y - top);
  const fits = parts.filter(
    (each) =>
      each.page === page - 1 &&
      drawn[each.at - 1]?.kind !== 'heading' &&
      leaves(each) &&
      moved(each) >= LAST_PAGE_AIM * height &&
      moved(each) <= 0.96 * height,
  );
  const signatures = fits.find(({ at }) => drawn[at]?.kind === 'heading' && SIGNING.has(drawn[at + 1]?.kind ?? ''));
  return (signatures ?? fits.findLast(({ at }) => drawn[at]?.kind === 'heading') ?? fits.at(-1))?.at;
}
