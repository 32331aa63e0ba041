import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { hideNotice, showNotice } from './notices.tsx';

const ID = 'storage-unavailable';
const MESSAGE =
  'This browser keeps nothing on this tablet. You can work while there is a network; without one nothing can be saved. Leave private browsing and allow this site to store data, or ask your IT support.';

/** True while it is said: each further failure to open says it no second time. */
let isSaid = false;

/** Says that this browser stores nothing, until a vault opens after all. @param onOpen - called once then */
export function showStorageUnavailable(onOpen: () => void = () => undefined): void {
  if (isSaid) return;
  isSaid = true;
  showNotice({ id: ID, message: MESSAGE, tone: 'warn' });
  const stop = subscribeOffline(() => {
    if (currentOfflineSession() === null) return;
    stop();
    isSaid = false;
    hideNotice(ID);
    onOpen();
  });
}
