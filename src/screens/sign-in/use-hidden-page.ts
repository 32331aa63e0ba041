import { useLayoutEffect } from 'react';

const TITLES = { locked: 'Locked', ended: 'Sign in' } as const;

/** Hides the page and its title under a veil, and gives back the place, the title and the focus when the veil is lifted. */
export function useHiddenPage(kind: keyof typeof TITLES | null, product: string): void {
  const isHidden = kind !== null;
  useLayoutEffect(() => {
    if (!isHidden) return undefined;
    const root = document.documentElement;
    const { scrollY } = window;
    const { activeElement, title } = document;
    root.dataset['veiled'] = '';
    return () => {
      delete root.dataset['veiled'];
      document.title = title;
      scrollTo(0, scrollY);
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, [isHidden]);
  useLayoutEffect(() => {
    if (kind !== null) document.title = `${TITLES[kind]} – ${product}`;
  }, [kind, product]);
}
