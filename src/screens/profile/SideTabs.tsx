import type { KeyboardEvent, ReactNode } from 'react';
import styles from './SideTabs.module.css';

type SideTabsProps<Key extends string> = {
  /** Label of the row for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string }[];
  readonly active: Key;
  readonly onSelect: (key: Key) => void;
  /** The content of the active tab; the others are not rendered. */
  readonly children: ReactNode;
};

/** Tabs at the left of their content, above it on narrow screens. Arrow keys, Home and End move between them. */
export function SideTabs<Key extends string>({ label, tabs, active, onSelect, children }: SideTabsProps<Key>) {
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const at = nextTab(
      event.key,
      tabs.findIndex(({ key }) => key === active),
      tabs.length,
    );
    const next = at === null ? undefined : tabs[at];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.key);
    document.getElementById(`tab-${next.key}`)?.focus();
  };
  return (
    <div className={styles.sides}>
      <div className={styles.tabs} role="tablist" aria-label={label} aria-orientation="vertical">
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab.key}
            id={`tab-${tab.key}`}
            className={styles.tab}
            aria-selected={tab.key === active}
            aria-controls={tab.key === active ? 'tab-panel' : undefined}
            tabIndex={tab.key === active ? 0 : -1}
            onKeyDown={move}
            onClick={() => onSelect(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id="tab-panel" aria-labelledby={`tab-${active}`}>
        {children}
      </div>
    </div>
  );
}

/** The target of a key from the tab at `at` of `count`; `null` for a key that moves nowhere. */
function nextTab(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
