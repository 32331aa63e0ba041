import { useCallback } from 'react';

/** Tells the style sheets the height of an element in a variable, px, as long as it is on the page. @returns its ref */
export function useHeightVariable(name: `--${string}`) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}
