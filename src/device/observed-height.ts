/** Tells the style sheets the height of an element in a variable, px, until the returned function is called. */
export function observeHeight(element: HTMLElement, name: `--${string}`): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
}
