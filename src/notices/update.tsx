import { Button } from '@mantine/core';
import { Workbox } from 'workbox-window';
import { hideNotice, showNotice } from './notices.tsx';

const HOUR = 3_600_000;

/**
 * Registers the service worker and offers each new version: nothing is replaced under somebody's hands.
 * Looks for a new one at the start, every hour, and whenever the page comes into view.
 */
export function watchForUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/sw.js');
  let isAccepted = false;
  worker.addEventListener('waiting', () =>
    offer('An update is ready.', 'Update now', () => {
      isAccepted = true;
      worker.messageSkipWaiting();
    }),
  );
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate !== true && !isAccepted) return;
    if (isAccepted) location.reload();
    // Accepted in another tab: this one may hold unsaved work, so it is asked.
    else offer('This app was updated in another tab.', 'Reload', () => location.reload());
  });
  const look = () => void worker.update().catch(() => undefined);
  void worker.register().then(look, () => undefined);
  setInterval(look, HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

function offer(message: string, label: string, accept: () => void): void {
  const action = (
    <Button
      size="sm"
      onClick={() => {
        hideNotice('update');
        accept();
      }}
    >
      {label}
    </Button>
  );
  showNotice({ id: 'update', message, tone: 'info', action });
}
