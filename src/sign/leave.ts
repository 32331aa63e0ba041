let isLeaving = false;

/** Leaves these pages for another of this product; the guard against leaving by accident lets it pass. */
export function leaveFor(path: string): void {
  isLeaving = true;
  location.replace(path);
}

/**
 * Keeps the browser's own ways out closed: Back and Forward become the page's Back, a dropped file or a long press does
 * nothing, and closing or reloading asks first.
 *
 * @returns how to stop
 */
export function keepInside({ onBack, isUnsaved }: { onBack: () => void; isUnsaved: () => boolean }): () => void {
  const atHome = () => history.replaceState('home', '');
  // A second entry of the same page in front of the first: Back falls from one onto the other and never further.
  const inFront = () => history.pushState('front', '');
  const onPop = () => {
    inFront();
    onBack();
  };
  const refuse = (event: Event) => event.preventDefault();
  const refuseMenu = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  const onLeave = (event: BeforeUnloadEvent) => {
    if (!isLeaving && isUnsaved()) event.preventDefault();
  };
  if (history.state !== 'front') {
    atHome();
    inFront();
  }
  addEventListener('popstate', onPop);
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  addEventListener('contextmenu', refuseMenu);
  addEventListener('beforeunload', onLeave);
  return () => {
    removeEventListener('popstate', onPop);
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
    removeEventListener('contextmenu', refuseMenu);
    removeEventListener('beforeunload', onLeave);
  };
}
