import { currentHeld, type Held } from '#src/held/held.ts';
import { signOut } from '#src/queries/accounts.ts';
import type { OutboxItem } from '#store/outbox/list.ts';
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import styles from './SignIn.module.css';

type Left = { readonly held: Held; readonly items: readonly OutboxItem[] };

type SignOutProps = {
  /** What is shown of what cannot be sent. */
  readonly NotSent: ComponentType<Left & { readonly onStay: () => void; readonly onLeave: () => void }>;
  readonly onSignedOut: () => void;
  /** Somebody stays after all, because of what is not sent. */
  readonly onStay: () => void;
};

/** Signs out and goes on, with nothing to press; when something cannot be sent first, it is named and the person decides. */
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
    // A store that cannot be read keeps nobody signed in.
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
  const held = currentHeld();
  if (held === null) return null;
  const { sendBeforeLeaving } = await import('#src/held/leave.ts');
  const items = await sendBeforeLeaving(held);
  return items.length === 0 ? null : { held, items };
}
