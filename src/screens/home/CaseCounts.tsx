import type { CaseStatus } from '#domain/base/states.ts';
import { paths } from '#src/paths.ts';
import type { Href } from '#src/ui/href.ts';
import { Link } from '#src/ui/Link.tsx';
import { countedStates, type CaseAmounts } from './case-counts.ts';
import type { CasePeriod } from './case-filters.ts';
import { statusLabel } from './consent-statuses.ts';
import styles from './counts.module.css';

export type CaseCountsProps = {
  readonly amounts: CaseAmounts;
  readonly duration: CasePeriod;
  /** Whether the lists behind the numbers may be read. */
  readonly mayRead: boolean;
  /** Whether only the states under way are shown, above a list. */
  readonly isShort?: boolean;
  /** The filter that the list shows now. */
  readonly shown?: CaseStatus | 'ALL' | 'CONFIRM' | undefined;
};

/** How many cases are in which state; each number leads to the list of exactly these cases. */
export function CaseCounts({ amounts, duration, mayRead, isShort = false, shown }: CaseCountsProps) {
  const states = countedStates(amounts, { isShort });
  const counts: readonly Count[] = [
    ...states.map(({ count, status }) => ({
      key: status,
      label: statusLabel(status),
      value: amounts[count],
      href: paths.cases({ status, duration }).href,
    })),
    {
      key: 'CONFIRM',
      label: isShort ? 'To confirm' : 'To confirm on the day',
      value: amounts.confirmDue,
      href: paths.confirmDue.href,
    },
    { key: 'ALL', label: 'All cases', value: amounts.total, href: paths.cases({ status: 'ALL', duration }).href },
  ];
  return (
    <ul className={styles.counts} aria-label="Cases by state">
      {counts.map(({ key, ...count }) => (
        <li key={key}>
          <CountCard {...count} href={mayRead ? count.href : undefined} isShown={key === shown} />
        </li>
      ))}
    </ul>
  );
}

type Count = { readonly key: string; readonly label: string; readonly value: number; readonly href: Href };

type CountCardProps = {
  readonly label: string;
  readonly value: number;
  readonly href: Href | undefined;
  readonly isShown: boolean;
};

function CountCard({ label, value, href, isShown }: CountCardProps) {
  const words = (
    <>
      <b className="num">{value}</b> <span>{label}</span>
    </>
  );
  if (href === undefined) return <span className={styles.count}>{words}</span>;
  return (
    <Link className={styles.count} href={href} {...(isShown && { 'aria-current': 'true' as const })}>
      {words}
    </Link>
  );
}
