import { signOut } from '#src/queries/accounts.ts';
import { useEffect, useRef } from 'react';

/** Signs out and goes on; nothing to press. */
export function SignOut({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const hasStarted = useRef(false);
  useEffect(() => {
    // React may run an effect twice in development; a session ends once.
    if (hasStarted.current) return;
    hasStarted.current = true;
    void signOut().then(onSignedOut);
  });
  return (
    <>
      <h1>Signing out</h1>
      <p role="status">One moment, please.</p>
    </>
  );
}
