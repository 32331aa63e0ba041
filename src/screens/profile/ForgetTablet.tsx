import { useOfflineSession } from '#src/offline/session.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { signOutAndWipe } from '#src/auth/sign-out.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './profile.module.css';

type State = 'idle' | 'asking' | 'leaving' | keyof typeof WHY_NOT;

const WHY_NOT = {
  waits: 'Work of yours or of somebody else is still kept on this tablet, so nothing was removed.',
  busy: 'Something is being written or signed on this tablet, so nothing was removed.',
  unreachable: 'The server cannot be reached, and without it the browser removes nothing. Try again with the network.',
  signIn: 'Nothing was removed: you opened the app without the network. Sign in with it first, then try again.',
  failed: 'Something went wrong on this tablet. Reload the app, then try again.',
} as const;

const isWhyNot = (state: State): state is keyof typeof WHY_NOT => state in WHY_NOT;

/** Removes all data of this app from the tablet, for one that moves to another ward. Never while anything is unsent. */
export function ForgetTablet() {
  const offline = useOfflineSession();
  const { name } = useProduct();
  const [state, setState] = useState<State>('idle');
  if (offline === null) return null;
  const ask = async () => {
    setState((await offline.local.vault.mayWipe()) ? 'asking' : 'waits');
  };
  const leave = async () => {
    setState('leaving');
    const ending = await signOutAndWipe(offline).catch((fault: unknown) => {
      reportError(fault);
      return 'failed' as const;
    });
    // A full reload: this page still has the deleted data in memory.
    if (ending === 'done') location.replace(paths.signIn.href);
    else setState(ending);
  };
  return (
    <Panel title="This tablet">
      <div className={styles.forget}>
        <p>Signing out keeps the app, and what you have not sent, on this tablet.</p>
        {isWhyNot(state) && (
          <Notice tone="warn" live>
            <p>{WHY_NOT[state]}</p>
          </Notice>
        )}
        <div>
          <Button variant="default" onClick={() => void ask()}>
            Remove all {name} data from this tablet
          </Button>
        </div>
      </div>
      <ConfirmModal
        opened={state === 'asking' || state === 'leaving'}
        title={`Remove all ${name} data from this tablet?`}
        okLabel="Remove and sign out"
        tone="stop"
        busy={state === 'leaving'}
        onOk={() => void leave()}
        onCancel={() => setState('idle')}
      >
        <p>You will be signed out. After that the app opens on this tablet only once it has a network again.</p>
      </ConfirmModal>
    </Panel>
  );
}
