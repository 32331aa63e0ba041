import { useIsAtScreen } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useBlocking, type BlockingScreenState, type LossOwner } from './blocking-screen.ts';
import styles from './BlockingScreen.module.css';
import { dataLossText, lostPatientTexts } from './data-loss-text.ts';

/** Replaces the whole app while a problem with this tablet's storage needs a person. */
export function BlockingScreen() {
  const blocking = useBlocking();
  const isShown = blocking !== null;
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const root = document.documentElement;
    root.dataset['blocked'] = '';
    return () => {
      delete root.dataset['blocked'];
    };
  }, [isShown]);
  if (blocking === null) return null;
  return createPortal(
    <main data-blocking className={styles.screen}>
      {blocking.kind === 'lost' ? <Lost {...blocking} /> : <Blocked />}
    </main>,
    document.body,
  );
}

function Lost({ items, owner, onRead }: Extract<BlockingScreenState, { kind: 'lost' }>) {
  return (
    <>
      <Heading>Work on this tablet may be lost</Heading>
      <Notice tone="stop" title={dataLossText(items)}>
        <p>This browser has deleted what this app saved on the tablet, or somebody did so in its settings.</p>
        {owner !== null && <LostPatients {...owner} />}
      </Notice>
      <h2>What to do</h2>
      <ul>
        <li>Think of what was done on this tablet since it last had a network: new patients, drafts, signatures.</li>
        <li>Look for it in the patients and cases of this app. What is there was sent, and is safe.</li>
        <li>What is missing has to be entered, or signed, again. Please ask everybody who uses this tablet.</li>
        <li>If nobody cleared this browser’s data, tell your IT support.</li>
      </ul>
      <Button onClick={onRead}>I have read this</Button>
    </>
  );
}

/** Names are for the person whose items they are, and for nobody who finds the screens locked or is signed in later. */
function LostPatients({ userId, patients }: LossOwner) {
  const isAtScreen = useIsAtScreen(userId);
  if (!isAtScreen || patients.length === 0) return null;
  return (
    <ul>
      {lostPatientTexts(patients).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Blocked() {
  return (
    <>
      <Heading>Close the other tabs of this app</Heading>
      <Notice tone="warn" title="Another tab still runs an older version">
        <p>Finish what you are doing there and close it. This tab goes on by itself as soon as the others are closed.</p>
      </Notice>
      <Button variant="default" onClick={() => location.reload()}>
        Try again
      </Button>
    </>
  );
}

/** Takes the focus, so that it is read out and the keyboard starts at it. */
function Heading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
