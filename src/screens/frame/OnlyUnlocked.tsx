import { useServerStatus } from '#src/notices/use-online.ts';
import { useQueueStatus } from '#src/device/queue-status.ts';
import { askToSignIn, useSession } from '#src/session/session.ts';
import { useHeightVariable } from '#src/ui/layout/use-height-variable.ts';
import { Button } from '@mantine/core';
import { onlyUnlockedWords } from './only-unlocked-words.ts';
import styles from './OnlyUnlocked.module.css';

/** Shown during an offline session opened with the password alone: its ops stay queued until the person signs in. */
export function OnlyUnlocked() {
  const server = useServerStatus();
  const { unsent } = useQueueStatus();
  const banner = useHeightVariable('--banner-height');
  if (useSession()?.token !== null) return null;
  return (
    <div className={styles.banner} ref={banner}>
      <p className={styles.words}>{onlyUnlockedWords({ server, unsent })}</p>
      <Button variant="default" size="sm" onClick={askToSignIn}>
        Sign in
      </Button>
    </div>
  );
}
