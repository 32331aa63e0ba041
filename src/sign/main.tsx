import '../styles/tokens.css';
import './style/night.css';
import './style/frame.css';
import './style/pieces.css';
import './style/form.css';
import { beginHandover, currentTicket, handoverFlag, onHandover, TICKET_KEY } from '#src/session/handover.ts';
import { keepSteadyClock } from '#src/device/clock.ts';
import { onTooOld } from '#src/device/too-old.ts';
import { tabItems } from '#src/device/web-storage.ts';
import { redrawOnFont } from '#src/styles/redraw-on-font.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Frame } from './Frame.tsx';
import { leaveFor, leaveForGood } from './leave-guard.ts';
import { Fetched } from './pieces/Fetched.tsx';
import { LazyTakeBack } from './take-back/LazyTakeBack.tsx';
import { entryModeOf } from './entry-mode.ts';

const ticket = currentTicket();
const flag = handoverFlag();
const where = entryModeOf({ path: location.pathname, hasFlag: flag !== null, hasTicket: ticket !== null });

keepSteadyClock();
// For the life of the page, as its fonts are.
redrawOnFont();
onTooOld(() => void import('#src/device/update-bar.ts').then(({ showUpdateBar }) => showUpdateBar()));
void import('./browser-translation/watch-translation.ts').then(({ watchTranslation }) => watchTranslation());
if (where === 'leave') leaveFor('/');
else {
  // A killed browser may have lost the flag; a ticket in this tab proves that the device is still handed over.
  if (ticket !== null && flag === null) beginHandover(ticket);
  const root = document.querySelector('#root');
  if (root !== null) createRoot(root).render(<StrictMode>{shown()}</StrictMode>);
  if (where !== 'link' && where !== 'own') {
    onHandover(leaveWhenEnded);
    addEventListener('pageshow', ({ persisted }) => persisted && leaveWhenEnded());
  }
}

// Apart: a tablet that is handed over never shows them.
function fetchLinkPages() {
  return import('./link/LinkPages.tsx').then(({ LinkPages }) => LinkPages);
}

function fetchOwnPages() {
  return import('./link/LinkPages.tsx').then(({ OwnPages }) => OwnPages);
}

function shown(): ReactNode {
  if (where === 'form' && ticket !== null) return <App ticket={ticket} />;
  if (where === 'link') return <Fetched from={fetchLinkPages} props={{}} />;
  if (where === 'own') return <Fetched from={fetchOwnPages} props={{}} />;
  return (
    <Frame details={null} isConfirmed={false} page={where} onTakeBack={null}>
      <LazyTakeBack recordID={flag?.recordID} clinicianName={null} mayResume />
    </Frame>
  );
}

// Another tab has ended the handover by a full sign-in: the patient's form must not stay open here.
function leaveWhenEnded(): void {
  if (handoverFlag() !== null) return;
  tabItems.removeItem(TICKET_KEY);
  void import('#src/offline/vault-handoff.ts').then(({ discardHandoff }) => discardHandoff());
  leaveForGood('/');
}
