import type { Permission } from '#domain/roles.ts';
import type { Queue } from '#src/held/held.ts';
import type { Place } from '#src/ui/AppShell.tsx';

type GuardedPlace = Pick<Place, 'href' | 'label' | 'icon'> & {
  /** Any one of them opens the place. */
  readonly needs: readonly Permission[];
  /** Addresses at which one is there. */
  readonly within: RegExp;
};

const WORK: readonly GuardedPlace[] = [
  { href: '/', label: 'Home', icon: 'today', needs: ['consents.read'], within: /^\/(?!.*view=figures)(?:$|\?)/ },
  { href: '/patient', label: 'Patients', icon: 'patients', needs: ['patients.read'], within: /^\/patient/ },
  {
    href: '/consent',
    label: 'Consents',
    icon: 'consents',
    needs: ['consents.read'],
    within: /^\/(?:consent|create-consent)/,
  },
  { href: '/procedure', label: 'Library', icon: 'library', needs: ['consents.read'], within: /^\/procedure/ },
  { href: '/?view=figures', label: 'Figures', icon: 'figures', needs: ['dashboard.read'], within: /^\/\?.*view=figures/ },
];

const MANAGING: readonly GuardedPlace[] = [
  { href: '/User-Management', label: 'People', icon: 'people', needs: ['users.manage'], within: /^\/User-Management/i },
  {
    href: '/roles',
    label: 'Roles',
    icon: 'key',
    needs: ['users.manage', 'roles.manage'],
    within: /^\/(?:roles|add-role|edit-role)/,
  },
  { href: '/devices', label: 'Tablets', icon: 'tablet', needs: ['users.manage'], within: /^\/devices/ },
  { href: '/security', label: 'Security log', icon: 'lock', needs: ['audit.read'], within: /^\/security/ },
];

/** The places of the day's work that somebody may go to, and one for all of management. @param path - where one is, with its search */
export function workPlaces(held: readonly Permission[], path: string): Place[] {
  const managing = managingPlaces(held, path);
  const [first] = managing;
  const places = WORK.filter(isOpenTo(held)).map((place) => placeAt(place, path));
  if (first === undefined) return places;
  const active = managing.some((each) => each.active);
  // One place goes by its own name; several go by one, and their own names stand above the screen.
  return [...places, managing.length === 1 ? { ...first, active } : { ...first, label: 'Manage', icon: 'people', active }];
}

/** The places of management that somebody may go to. */
export function managingPlaces(held: readonly Permission[], path: string): Place[] {
  return MANAGING.filter(isOpenTo(held)).map((place) => placeAt(place, path));
}

/** Where what is not sent waits; its badge counts, and stands out when a person has to look. @param path - where one is */
export function outboxPlace({ unsent, stopped }: Pick<Queue, 'unsent' | 'stopped'>, path: string): Place {
  const place: Place = { href: '/outbox', label: 'To send', icon: 'upload', active: path.startsWith('/outbox') };
  if (unsent === 0) return place;
  return {
    ...place,
    badge: unsent > 99 ? '99+' : String(unsent),
    badgeLabel: notSentWords({ unsent, stopped }),
    badgeTone: stopped > 0 ? 'stop' : undefined,
  };
}

/** `3 not sent`, and how many of them stand still until a person looks: `3 not sent, 1 needs you`. */
export function notSentWords({ unsent, stopped }: Pick<Queue, 'unsent' | 'stopped'>): string {
  const needs = stopped === 0 ? '' : stopped === 1 ? ', 1 needs you' : `, ${stopped} need you`;
  return `${unsent} not sent${needs}`;
}

const isOpenTo =
  (held: readonly Permission[]) =>
  ({ needs }: GuardedPlace): boolean =>
    needs.some((each) => held.includes(each));

function placeAt({ href, label, icon, within }: GuardedPlace, path: string): Place {
  return { href, label, icon, active: within.test(path) };
}
