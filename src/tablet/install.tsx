import { currentSession, subscribe } from '#src/session/session.ts';
import { localItems } from '#src/device/web-storage.ts';
import { Button } from '@mantine/core';
import { HOME_SCREEN_WORDS, INSTALL_WORDS, installHint } from './install-hint.ts';
import { hideNotice, showNotice } from '#src/notices/persistent-notices.ts';

/** Chromium's own offer; the DOM library does not know it. */
type InstallEvent = Event & { readonly prompt: () => Promise<unknown> };

/** localStorage key of the time of this device's last hint, epoch ms. */
const LAST_SHOWN_KEY = 'assent.install';

/**
 * Shows people who are signed in, calmly and not often, how to install the app when it is a plain tab.
 *
 * @param keeps - whether this browser stores anything at all: where it does not, nobody is promised that it will
 * @returns how to stop
 */
export function watchInstall(keeps: Promise<boolean>): () => void {
  let offer: InstallEvent | null = null;
  let isKeeping = false;
  const look = () => {
    if (!isKeeping) return;
    if (currentSession()?.user.status !== 'ACTIVE') return;
    const hint = installHint({ ...placeNow(), canInstall: offer !== null }, Date.now());
    if (hint === null) return;
    if (!storeLastShown()) return;
    if (hint === 'home-screen') showNotice({ id: 'install', message: HOME_SCREEN_WORDS, tone: 'info' });
    else if (offer !== null) showNotice({ id: 'install', message: INSTALL_WORDS, tone: 'info', action: installButton(offer) });
  };
  const onOffer = (event: Event) => {
    // The browser's own prompt is suppressed: it could appear at any moment, also beside a patient.
    event.preventDefault();
    // Only this event type has this name.
    offer = event as InstallEvent;
    look();
  };
  const onInstalled = () => {
    offer = null;
    hideNotice('install');
  };
  addEventListener('beforeinstallprompt', onOffer);
  addEventListener('appinstalled', onInstalled);
  const stop = subscribe(look);
  const onVerdict = (known: boolean) => {
    isKeeping = known;
    look();
  };
  void keeps.then(onVerdict);
  return () => {
    stop();
    removeEventListener('beforeinstallprompt', onOffer);
    removeEventListener('appinstalled', onInstalled);
  };
}

function installButton(offer: InstallEvent) {
  return (
    <Button
      size="sm"
      onClick={() => {
        hideNotice('install');
        void offer.prompt().catch(() => undefined);
      }}
    >
      Install
    </Button>
  );
}

function placeNow(): { isInstalled: boolean; isAppleTouch: boolean; lastShownAt: number | null } {
  // Apple's own property, which no other browser has.
  const { standalone } = navigator as Navigator & { readonly standalone?: boolean };
  const lastShownAt = localItems.getItem(LAST_SHOWN_KEY);
  return {
    isInstalled: standalone === true || matchMedia('(display-mode: standalone)').matches,
    isAppleTouch: standalone !== undefined,
    lastShownAt: lastShownAt === null ? null : Number(lastShownAt),
  };
}

/** @returns false when nothing can be stored: the hint is then not shown, or it would come each time */
function storeLastShown(): boolean {
  try {
    localItems.setItem(LAST_SHOWN_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
