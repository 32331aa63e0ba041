const DEPTH = 8;

/** Longest time the browser may take to go back to the first entry, ms. */
const GO_BACK_TIME = 500;

let isLeaving = false;
let isInside = false;

/** Leaves these pages for another of this product; the guard against accidental leaving lets it pass. */
export function leaveFor(path: string): void {
  isLeaving = true;
  location.replace(path);
}

/**
 * As {@link leaveFor}, from the first of the entries that {@link keepInside} put into the history: the Back of the page
 * that follows does not lead through them.
 */
export function leaveForGood(path: string): void {
  const depth = isInside ? depthHere() : 0;
  if (depth === 0) return leaveFor(path);
  isLeaving = true;
  let hasLeft = false;
  const go = () => {
    if (hasLeft) return;
    hasLeft = true;
    leaveFor(path);
  };
  addEventListener('popstate', go, { once: true });
  setTimeout(go, GO_BACK_TIME);
  return history.go(-depth);
}

function depthHere(): number {
  return typeof history.state === 'number' ? history.state : 0;
}

/**
 * Keeps the browser's own ways out closed: Back and Forward become the page's Back, a dropped file or a long press does
 * nothing, and closing or reloading asks first.
 *
 * @returns how to stop
 */
export function keepInside({ onBack, isUnsaved }: { onBack: () => void; isUnsaved: () => boolean }): () => void {
  // Entries of this same page in front of the first: Back falls from one onto the next and never further, also when it
  // is pressed faster than a page can answer.
  const fill = () => {
    const depth = depthHere();
    history.replaceState(depth, '');
    for (let next = depth + 1; next <= DEPTH; next += 1) history.pushState(next, '');
  };
  const onPop = () => {
    if (isLeaving) return;
    fill();
    onBack();
  };
  const refuse = (event: Event) => event.preventDefault();
  const refuseMenu = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  const onLeave = (event: BeforeUnloadEvent) => {
    if (!isLeaving && isUnsaved()) event.preventDefault();
  };
  isInside = true;
  fill();
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
