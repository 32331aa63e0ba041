import { askToSignIn, useSession } from '#src/session/session.ts';
import { Button } from '@mantine/core';
import styles from './OnlyUnlocked.module.css';

/** Shown during an offline session opened with the password alone: its ops stay queued until the person signs in. */
export function OnlyUnlocked() {
  if (useSession()?.token !== null) return null;
  return (
    <div className={styles.banner}>
      <p className={styles.words}>Opened on this tablet without the network. Sign in to send what waits.</p>
      <Button variant="default" size="sm" onClick={askToSignIn}>
        Sign in
      </Button>
    </div>
  );
}
