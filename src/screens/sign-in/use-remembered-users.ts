import { useEffect, useState } from 'react';

type RememberedUser = { readonly displayName: string; readonly unsentCount: number };

/** Users whose password opens their work on this tablet; none until the store has answered, and without storage. */
export function useRememberedUsers(): readonly RememberedUser[] {
  const [users, setUsers] = useState<readonly RememberedUser[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      // The store is loaded with Dexie, which the first screens do not wait for.
      const { rememberedUsers } = await import('#src/offline/unlock.ts');
      const found = await rememberedUsers().catch(() => []);
      if (!isGone) setUsers(found);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, []);
  return users;
}
