import { useEffect } from 'react';

/**
 * Moves the focus to the heading of the new screen, so that screen readers and eyes start there.
 *
 * @param screen - the element to search; other screens may be mounted under it
 */
export function focusHeading(screen: ParentNode = document): void {
  const heading = screen.querySelector<HTMLElement>('main h1, h1') ?? document.getElementById('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** As {@link focusHeading}, for a component that replaces the screen without a change of address. */
export function useHeadingFocus(): void {
  useEffect(() => focusHeading(), []);
}
