import { useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

/** Widths of the page, in shares of its frame [choice]. */
const ZOOMS = [1, 1.5, 2, 3] as const;
/** The place in {@link ZOOMS} that a tap on the page leads to, and back from it. */
const TAPPED = 2;

/** The place that stays where it is while the page grows: in shares of the page, and from the corner of the frame in pixels. */
type Anchor = { readonly share: readonly [number, number]; readonly at: readonly [number, number] };

export type PaperViewport = ReturnType<typeof usePaperViewport>;

/** The page that is looked at, and how large. @param pages - how many there are */
export function usePaperViewport(pages: number) {
  const frame = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  // A browser may answer a promise, which is no clean-up.
  useLayoutEffect(() => {
    frame.current?.scrollTo(0, 0);
  }, [page]);
  useLayoutEffect(() => {
    if (frame.current === null || anchor.current === null) return;
    const { share, at } = anchor.current;
    const { scrollWidth, scrollHeight } = frame.current;
    frame.current.scrollTo(share[0] * scrollWidth - at[0], share[1] * scrollHeight - at[1]);
  }, [zoom]);
  /** @param from - of the window, in pixels; by default the middle of what is seen */
  const zoomTo = (next: number, from?: Pick<MouseEvent, 'clientX' | 'clientY'>) => {
    const element = frame.current;
    if (element === null || ZOOMS[next] === undefined) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = from === undefined ? ([width / 2, height / 2] as const) : ([from.clientX - left, from.clientY - top] as const);
    const share = [
      (element.scrollLeft + at[0]) / element.scrollWidth,
      (element.scrollTop + at[1]) / element.scrollHeight,
    ] as const;
    anchor.current = { share, at };
    setZoom(next);
  };
  return {
    frame,
    page,
    /** undefined where there is none */
    turnBack: page > 1 ? () => setPage(page - 1) : undefined,
    turnOn: page < pages ? () => setPage(page + 1) : undefined,
    /** in shares of the frame's width */
    width: ZOOMS[zoom] ?? 1,
    enlarge: zoom < ZOOMS.length - 1 ? () => zoomTo(zoom + 1) : undefined,
    reduce: zoom > 0 ? () => zoomTo(zoom - 1) : undefined,
    tap: (event: MouseEvent) => zoomTo(zoom === 0 ? TAPPED : 0, event),
  };
}
