import { currentOfflineSession, type OfflineSession } from '#src/offline/session.ts';
import { signOut } from '#src/auth/sign-out.ts';
import type { OutboxItem } from '#src/offline/local/outbox.ts';
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import styles from './SignIn.module.css';

type Left = { readonly offline: OfflineSession; readonly items: readonly OutboxItem[] };

type SignOutProps = {
  /** Renders the items that cannot be sent. */
  readonly NotSent: ComponentType<Left & { readonly onStay: () => void; readonly onLeave: () => void }>;
  readonly onSignedOut: () => void;
  /** The person stays signed in because of the unsent items. */
  readonly onStay: () => void;
};

/** Signs out and continues without a button; when something cannot be sent first, it is listed and the person decides. */
export function SignOut({ NotSent, onSignedOut, onStay }: SignOutProps) {
  const [left, setLeft] = useState<Left | null>(null);
  const hasStarted = useRef(false);
  const leave = () => {
    setLeft(null);
    void signOut().then(onSignedOut);
  };
  useEffect(() => {
    // React may run an effect twice in development; a session ends once.
    if (hasStarted.current) return;
    hasStarted.current = true;
    // A store that cannot be read must not keep anybody signed in.
    void unsentItems().then((found) => (found === null ? leave() : setLeft(found)), leave);
  });
  return (
    <div className={styles.form}>
      {left === null ? (
        <Leaving />
      ) : (
        <Suspense fallback={<Leaving />}>
          <NotSent {...left} onStay={onStay} onLeave={leave} />
        </Suspense>
      )}
    </div>
  );
}

function Leaving() {
  return (
    <>
      <h1>Signing out</h1>
      <p role="status">One moment, please. What waits on this tablet is being sent.</p>
    </>
  );
}

async function unsentItems(): Promise<Left | null> {
  const offline = currentOfflineSession();
  if (offline === null) return null;
  const items = await offline.local.vault.flush();
  return items.length === 0 ? null : { offline, items };
}
