import '#src/ui/theme/base-styles.ts';
import type { StaffApp } from '#src/app.tsx';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { isEntryFormShown, showEntryForm } from './entry-form.ts';
import { Entry } from './entry/Entry.tsx';
import { beginsWithSignIn } from './entry/first-screen.ts';
import { onTooOld } from '#src/device/too-old.ts';
import { restoreHandover } from '#src/session/restore-handover.ts';
import { guardSinks } from './trusted-types.ts';

/**
 * Shows the sign-in form where it is the first screen, and loads the staff app, which is many times its size, behind it. Everywhere
 * else the app comes first.
 */
async function start(): Promise<void> {
  guardSinks();
  await restoreHandover();
  if (!beginsWithSignIn(location.pathname)) return void loadApp();
  // Once the app has started its own notice stands above the form as well.
  onTooOld(() => {
    if (!isAppStarted && isEntryFormShown())
      void import('#src/device/update-bar.ts').then(({ showUpdateBar }) => showUpdateBar());
  });
  showEntryForm();
  render(null);
}

let root: Root | null = null;
let isAppStarted = false;
let loading: Promise<StaffApp> | null = null;

/** Loads and starts the app, once; a failed load is tried again by the next call. */
function loadApp(): Promise<StaffApp> {
  loading ??= startApp().catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

async function startApp(): Promise<StaffApp> {
  const { startStaffApp } = await import('./app.tsx');
  const app = startStaffApp();
  // The browser is already navigating to the signer's page.
  if (app === null) return new Promise<never>(() => undefined);
  isAppStarted = true;
  render(app);
  return app;
}

function render(app: StaffApp | null): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no place for the app');
  root ??= createRoot(place);
  root.render(
    <StrictMode>
      <Entry app={app} loadApp={loadApp} />
    </StrictMode>,
  );
}

void start();
