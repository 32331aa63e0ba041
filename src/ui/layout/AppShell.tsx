import type { MouseEvent, ReactNode } from 'react';
import type { Href } from '#src/ui/href.ts';
import styles from './AppShell.module.css';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import { Link } from '#src/ui/Link.tsx';
import { Logo } from './Logo.tsx';
import { StateChip } from './StateChip.tsx';
import type { Tone } from '#src/ui/theme/tone.ts';

/**
 * One of the destinations that a person can always reach. `badge` is a short count; `badgeLabel` says what it counts, `badgeTone`
 * that it needs a person.
 */
export type NavigationItem = {
  readonly href: Href;
  readonly label: string;
  readonly icon: IconName;
  readonly active: boolean;
  readonly badge?: string | undefined;
  readonly badgeLabel?: string | undefined;
  readonly badgeTone?: Tone | undefined;
};

/** State shown on every screen: offline, items waiting. `short` fits a narrow rail, `text` is the full sentence. */
export type ShellState = {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly short: string;
  readonly text: string;
  readonly href: Href;
};

export type AppShellProps = {
  readonly product: string;
  /** Five; a sixth costs the others their words on narrow screens. */
  readonly places: readonly NavigationItem[];
  /** Destination of the unsent items, apart from the five; undefined when there are none. */
  readonly outbox?: NavigationItem | undefined;
  /** The person's own account, apart from the five. */
  readonly account: NavigationItem;
  readonly state?: ShellState | undefined;
  readonly layout?: 'vertical' | 'horizontal';
  /** Shows only the content, the state and the skip link: for the consent builder and other one-task screens. */
  readonly bare?: boolean;
  /** The way to help, in the same place on every screen: after the content. */
  readonly help?: ReactNode;
  readonly children: ReactNode;
};

/** Frame of every staff screen: rail at the left in landscape, bar below in portrait and on phones, bar on top by setting. */
export function AppShell({ layout = 'vertical', bare = false, help, children, ...rail }: AppShellProps) {
  return (
    <div className={styles.shell} data-layout={layout} data-bare={bare || undefined}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      {!bare && <Rail {...rail} />}
      <main className={styles.main} id="main" tabIndex={-1}>
        {rail.state && (
          <div className={styles.state}>
            <Link href={rail.state.href}>
              <StateChip tone={rail.state.tone}>{rail.state.text}</StateChip>
            </Link>
          </div>
        )}
        {children}
        {help !== undefined && <footer className={styles.help}>{help}</footer>}
      </main>
    </div>
  );
}

function Rail({ product, places, outbox, account, state }: Omit<AppShellProps, 'layout' | 'bare' | 'help' | 'children'>) {
  return (
    <nav className={styles.rail} aria-label={product}>
      <span className={styles.logo}>
        <Logo />
      </span>
      <ul className={styles.places} data-many={crowding(places.length + (outbox === undefined ? 0 : 1))}>
        {places.map((place) => (
          <li key={place.href}>
            <PlaceLink place={place} />
          </li>
        ))}
      </ul>
      {state && (
        <div className={styles.railState}>
          <Link className={styles.railStateLink} data-tone={state.tone} href={state.href} title={state.text}>
            <Icon name={state.icon} />
            {state.short}
          </Link>
        </div>
      )}
      {outbox && (
        <div className={styles.account} data-outbox>
          <PlaceLink place={outbox} />
        </div>
      )}
      <div className={styles.account}>
        <PlaceLink place={account} />
      </div>
    </nav>
  );
}

/** Five and six keep smaller words on a phone, more than six only their icons. */
function crowding(count: number): 'some' | 'most' | undefined {
  return count > 6 ? 'most' : count > 4 ? 'some' : undefined;
}

function PlaceLink({ place }: { readonly place: NavigationItem }) {
  return (
    <Link className={styles.place} href={place.href} aria-current={place.active ? 'page' : undefined}>
      <Icon name={place.icon} size={1.375} />
      <span className={styles.word}>{place.label}</span>
      {place.badge !== undefined && (
        <>
          <span className={styles.badge} data-tone={place.badgeTone} aria-hidden="true">
            {place.badge}
          </span>
          <span className="visually-hidden">, {place.badgeLabel ?? place.badge}</span>
        </>
      )}
    </Link>
  );
}

/** Moves the focus by hand, because a router would take `#main` for a navigation. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
