import { useOnline } from '#src/notices/use-online.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { AppShell, type Place, type ShellState } from '#src/ui/AppShell.tsx';
import { useDisplaySettings } from '#src/ui/display-settings.ts';
import type { ReactNode } from 'react';
import { workPlaces } from './places.ts';
import { SessionEnding } from './SessionEnding.tsx';

type StaffFrameProps = {
  /** Where one is: path and search. */
  readonly path: string;
  /** One task fills the screen: no rail. */
  readonly bare: boolean;
  readonly children: ReactNode;
};

const OFFLINE: ShellState = {
  tone: 'warn',
  icon: 'offline',
  short: 'Offline',
  text: 'Offline: what you see may be old, and nothing can be saved',
  href: '/',
};

/** Rail, connection and session warning around every screen of a person signed in. */
export function StaffFrame({ path, bare, children }: StaffFrameProps) {
  const { name } = useProduct();
  const [{ layout }] = useDisplaySettings();
  const isOnline = useOnline();
  const places = workPlaces(useSession()?.user.permissions ?? [], path);
  const account: Place = { href: '/profile', label: 'You', icon: 'you', active: /^\/(?:profile|about|faqs|terms)/.test(path) };
  return (
    <AppShell product={name} places={places} account={account} state={isOnline ? undefined : OFFLINE} layout={layout} bare={bare}>
      <SessionEnding />
      {children}
    </AppShell>
  );
}
