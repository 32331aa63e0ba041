import { useHeld, useQueue } from '#src/held/held.ts';
import { useOnline } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { AppShell, type Place } from '#src/ui/AppShell.tsx';
import { useDisplaySettings } from '#src/ui/display-settings.ts';
import type { ReactNode } from 'react';
import { OnlyUnlocked } from './OnlyUnlocked.tsx';
import { outboxPlace, workPlaces } from './places.ts';
import { SessionEnding } from './SessionEnding.tsx';
import { shellState, useLasting } from './shell-state.ts';

type StaffFrameProps = {
  /** Where one is: path and search. */
  readonly path: string;
  /** One task fills the screen: no rail. */
  readonly bare: boolean;
  readonly children: ReactNode;
};

/** Rail, connection, what is not sent, and session warning around every screen of a person signed in. */
export function StaffFrame({ path, bare, children }: StaffFrameProps) {
  const { name } = useProduct();
  const [{ layout }] = useDisplaySettings();
  const isOnline = useOnline();
  const isKept = useHeld() !== null;
  const queue = useQueue();
  const lasts = useLasting(queue.unsent > 0);
  const places = workPlaces(useSession()?.user.permissions ?? [], path);
  const account: Place = { href: '/profile', label: 'You', icon: 'you', active: /^\/(?:profile|about|faqs|terms)/.test(path) };
  return (
    <AppShell
      product={name}
      places={places}
      outbox={isKept || queue.unsent > 0 ? outboxPlace(queue, path) : undefined}
      account={account}
      state={shellState({ ...queue, isOnline, isKept, lasts, isBare: bare })}
      layout={layout}
      bare={bare}
    >
      <SessionEnding />
      <OnlyUnlocked />
      {children}
    </AppShell>
  );
}
