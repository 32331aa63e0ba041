import type { Permission } from '#domain/accounts/roles.ts';
import type { QueueStatus } from '#src/device/queue-status.ts';
import { isAt, paths } from '#src/paths.ts';
import type { NavigationItem } from '#src/ui/layout/AppShell.tsx';

type GuardedItem = Pick<NavigationItem, 'href' | 'label' | 'icon'> & {
  /** Any one of them grants access to the place. */
  readonly needs: readonly Permission[];
  /** A permission whose holders reach the screen from another place. */
  readonly unless?: Permission;
  /** Whether an address (path and search) belongs to the place. */
  readonly holds: (address: string) => boolean;
};

/** Eye clinicians start at an address of their own (spec §6). */
const HOME = ['/', '/my-referral'] as const;

const WORK: readonly GuardedItem[] = [
  {
    href: paths.home.href,
    label: 'Home',
    icon: 'today',
    needs: ['consents.read'],
    holds: (at) => isAt(at, HOME),
  },
  {
    href: paths.lists.href,
    label: 'Lists',
    icon: 'lists',
    needs: ['patients.read'],
    holds: (at) => isAt(at, ['/listed']),
  },
  {
    href: paths.patients.href,
    label: 'Patients',
    icon: 'patients',
    needs: ['patients.read'],
    holds: (at) => isAt(at, ['/patient', '/patient/detail']),
  },
  {
    href: paths.consents.href,
    label: 'Consents',
    icon: 'consents',
    needs: ['consents.read'],
    holds: (at) => isAt(at, ['/consent', '/create-consent']),
  },
  {
    href: paths.library.href,
    label: 'Library',
    icon: 'library',
    needs: ['consents.read'],
    holds: (at) => isAt(at, ['/procedure', '/templates']),
  },
  {
    href: paths.figures.href,
    label: 'Figures',
    icon: 'figures',
    needs: ['dashboard.read'],
    // A tab of Home; a place of its own for those who have no Home.
    unless: 'consents.read',
    holds: (at) => isAt(at, ['/']) && showsFigures(at),
  },
];

const MANAGING: readonly GuardedItem[] = [
  {
    href: paths.people.href,
    label: 'People',
    icon: 'people',
    needs: ['users.manage'],
    holds: (at) => isAt(at, ['/User-Management']),
  },
  {
    href: paths.roles.href,
    label: 'Roles',
    icon: 'key',
    needs: ['users.manage', 'roles.manage'],
    holds: (at) => isAt(at, ['/roles', '/add-role', '/edit-role']),
  },
  {
    href: paths.organisation.href,
    label: 'Organisation',
    icon: 'document',
    needs: ['organisation.manage'],
    holds: (at) => isAt(at, ['/organisation']),
  },
  {
    href: paths.messages.href,
    label: 'Messages',
    icon: 'link',
    needs: ['organisation.manage'],
    holds: (at) => isAt(at, ['/messages']),
  },
  { href: paths.devices.href, label: 'Tablets', icon: 'tablet', needs: ['users.manage'], holds: (at) => isAt(at, ['/devices']) },
  {
    href: paths.securityLog.href,
    label: 'Security log',
    icon: 'lock',
    needs: ['audit.read'],
    holds: (at) => isAt(at, ['/security']),
  },
  {
    href: paths.auditTrail.href,
    label: 'Audit trail',
    icon: 'clock',
    needs: ['audit.read'],
    holds: (at) => isAt(at, ['/audit']),
  },
  {
    href: paths.retention.href,
    label: 'Retention',
    icon: 'clock',
    needs: ['organisation.manage'],
    holds: (at) => isAt(at, ['/retention']),
  },
  {
    href: paths.subjectAccess.href,
    label: 'Privacy',
    icon: 'document',
    needs: ['privacy.manage'],
    holds: (at) => isAt(at, ['/subject-access']),
  },
  {
    href: paths.status.href,
    label: 'Status',
    icon: 'seal',
    needs: ['users.manage'],
    holds: (at) => isAt(at, ['/status']),
  },
];

/** The work screens that a person may open, and one entry for all of management. @param path - present path and search */
export function workItems(held: readonly Permission[], path: string): NavigationItem[] {
  const managing = managementItems(held, path);
  const [first] = managing;
  const items = WORK.filter(isOpenTo(held)).map((item) => navigationItemOf(item, path));
  if (first === undefined) return items;
  const active = managing.some((each) => each.active);
  // A single management screen has its own name; several share one, and their own names are shown above the screen.
  return [...items, managing.length === 1 ? { ...first, active } : { ...first, label: 'Manage', icon: 'people', active }];
}

/** The parts of Home: the work, the referrals and the figures, as far as a person may see them. */
export function homeTabs(held: readonly Permission[], path: string): NavigationItem[] {
  const halves: GuardedItem[] = [
    {
      href: paths.home.href,
      label: 'Work',
      icon: 'today',
      needs: ['consents.read'],
      holds: (at) => isAt(at, ['/']) && !showsFigures(at),
    },
    {
      href: paths.referrals.href,
      label: 'Referrals',
      icon: 'document',
      needs: ['referrals.write', 'referrals.review'],
      holds: (at) => isAt(at, ['/my-referral']),
    },
    {
      href: paths.figures.href,
      label: 'Figures',
      icon: 'figures',
      needs: ['dashboard.read'],
      holds: (at) => isAt(at, ['/']) && showsFigures(at),
    },
  ];
  return halves.filter(isOpenTo(held)).map((item) => navigationItemOf(item, path));
}

/** The two halves of the library. */
export function libraryTabs(path: string): NavigationItem[] {
  const halves: GuardedItem[] = [
    { ...paths.library, label: 'Procedures', icon: 'library', needs: [], holds: (at) => isAt(at, ['/procedure']) },
    { ...paths.templates, label: 'Templates', icon: 'document', needs: [], holds: (at) => isAt(at, ['/templates']) },
  ];
  return halves.map((item) => navigationItemOf(item, path));
}

/** The management screens that a person may open. */
export function managementItems(held: readonly Permission[], path: string): NavigationItem[] {
  return MANAGING.filter(isOpenTo(held)).map((item) => navigationItemOf(item, path));
}

/** The entry of the outbox; its badge counts unsent items, and is emphasised when one is blocked. @param path - present path */
export function outboxNavigationItem({ unsent, blocked }: Pick<QueueStatus, 'unsent' | 'blocked'>, path: string): NavigationItem {
  const item: NavigationItem = { href: paths.outbox.href, label: 'To send', icon: 'upload', active: isAt(path, ['/outbox']) };
  if (unsent === 0) return item;
  return {
    ...item,
    badge: unsent > 99 ? '99+' : String(unsent),
    badgeLabel: notSentWords({ unsent, blocked }),
    badgeTone: blocked > 0 ? 'stop' : undefined,
  };
}

/** `3 not sent`, with the number of blocked ones: `3 not sent, 1 needs you`. */
export function notSentWords({ unsent, blocked }: Pick<QueueStatus, 'unsent' | 'blocked'>): string {
  const needs = blocked === 0 ? '' : blocked === 1 ? ', 1 needs you' : `, ${blocked} need you`;
  return `${unsent} not sent${needs}`;
}

const isOpenTo =
  (held: readonly Permission[]) =>
  ({ needs, unless }: GuardedItem): boolean =>
    needs.some((each) => held.includes(each)) && (unless === undefined || !held.includes(unless));

/** The figures share the start's path. */
function showsFigures(address: string): boolean {
  return address.includes('view=figures');
}

function navigationItemOf({ href, label, icon, holds }: GuardedItem, path: string): NavigationItem {
  return { href, label, icon, active: holds(path) };
}
