import { useOfflineSession } from '#src/offline/session.ts';
import { useQueueStatus } from '#src/device/queue-status.ts';
import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { useServerStatus } from '#src/notices/use-online.ts';
import { isAt, paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { AppShell, type NavigationItem } from '#src/ui/layout/AppShell.tsx';
import { useDisplaySettings } from '#src/ui/theme/display-settings.ts';
import type { ReactNode } from 'react';
import { HelpLine } from './HelpLine.tsx';
import { OnlyUnlocked } from './OnlyUnlocked.tsx';
import { outboxNavigationItem, workItems } from './navigation.ts';
import { SessionEnding } from './SessionEnding.tsx';
import { shellState, useLasting } from './shell-state.ts';

type StaffFrameProps = {
  /** The present path and search. */
  readonly path: string;
  /** One task fills the screen: no rail. */
  readonly bare: boolean;
  readonly children: ReactNode;
};

/** Rail, connection, unsent count, and session warning around every screen of a person signed in. */
export function StaffFrame({ path, bare, children }: StaffFrameProps) {
  const { name } = useProduct();
  const [{ layout }] = useDisplaySettings();
  const server = useServerStatus();
  const isKept = useOfflineSession() !== null;
  const queue = useQueueStatus();
  const lasts = useLasting(queue.unsent > 0);
  const items = workItems(useSession()?.user.permissions ?? [], path);
  const account: NavigationItem = {
    href: paths.profile.href,
    label: 'You',
    icon: 'you',
    active: isAt(path, ['/profile', '/about', '/faqs', '/terms']),
  };
  return (
    <AppShell
      product={name}
      places={items}
      outbox={queue.unsent > 0 || isAt(path, ['/outbox']) ? outboxNavigationItem(queue, path) : undefined}
      account={account}
      state={shellState({ ...queue, server, isKept, lasts, isBare: bare })}
      layout={layout}
      bare={bare}
      help={<HelpLine path={path} />}
    >
      <MaintenanceBanner />
      <SessionEnding />
      <OnlyUnlocked />
      {children}
    </AppShell>
  );
}
