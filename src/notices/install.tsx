import { currentSession, subscribe } from '#src/session/session.ts';
import { Button } from '@mantine/core';
import { HOME_SCREEN_WORDS, INSTALL_WORDS, installHint } from './install-hint.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** Chromium's own offer; the DOM library does not know it. */
type InstallEvent = Event & { readonly prompt: () => Promise<unknown> };

/** When a hint was last given on this device, epoch ms. */
const TOLD = 'assent.install';

/** Tells people who are signed in, calmly and not often, how to install the app where it is a plain tab. @returns how to stop */
export function watchInstall(): () => void {
  let offer: InstallEvent | null = null;
  const look = () => {
    if (currentSession()?.user.status !== 'ACTIVE') return;
    const hint = installHint({ ...placeNow(), canInstall: offer !== null }, Date.now());
    if (hint === null) return;
    if (!noteTold()) return;
    if (hint === 'home-screen') showNotice({ id: 'install', message: HOME_SCREEN_WORDS, tone: 'info' });
    else if (offer !== null) showNotice({ id: 'install', message: INSTALL_WORDS, tone: 'info', action: installButton(offer) });
  };
  const onOffer = (event: Event) => {
    // The browser's own bar would come at any moment, also beside a patient.
    event.preventDefault();
    // Only this event has this name.
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

function placeNow(): { isInstalled: boolean; isAppleTouch: boolean; told: number | null } {
  // Apple's own word for it, which no other browser has.
  const { standalone } = navigator as Navigator & { readonly standalone?: boolean };
  const told = localStorage.getItem(TOLD);
  return {
    isInstalled: standalone === true || matchMedia('(display-mode: standalone)').matches,
    isAppleTouch: standalone !== undefined,
    told: told === null ? null : Number(told),
  };
}

/** @returns false where nothing can be kept: a hint that comes each time is none */
function noteTold(): boolean {
  try {
    localStorage.setItem(TOLD, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
