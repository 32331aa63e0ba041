import { useLayoutEffect } from 'react';

const TITLES = { locked: 'Locked', ended: 'Sign in' } as const;

/**
 * Hides the page and its title under the overlay, and restores the scroll position, the title and the focus when it is removed.
 */
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
      setTitle(title.replace(/^Error: /, ''), document.body);
      scrollTo(0, scrollY);
      giveFocusBack(activeElement);
    };
  }, [isHidden]);
  useLayoutEffect(() => {
    if (kind === null) return undefined;
    const keep = () => setTitle(`${TITLES[kind]} – ${product}`, document.querySelector('[data-veil]'));
    keep();
    // Changes under the overlay, such as a failed save, would set a title of their own.
    const watch = new MutationObserver(keep);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [kind, product]);
}

/** Restores the focus to the previous element; if that one was a busy button without focus, to the resulting summary. */
function giveFocusBack(before: Element | null): void {
  const summary = document.querySelector('#root #error-summary-title')?.closest<HTMLElement>('[tabindex]');
  const target = before === document.body ? summary : before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: target === before });
}

/** Sets the title, with the "Error: " of a summary inside `target`. Leaves an identical title untouched. */
function setTitle(title: string, target: Element | null): void {
  const isWrong = target?.querySelector('#error-summary-title') instanceof Element;
  const next = isWrong ? `Error: ${title}` : title;
  if (document.title !== next) document.title = next;
}
