import { caseAmountsOptions } from '#src/queries/dashboard.ts';
import { useMay } from '#src/session/permissions.ts';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { CaseCounts, type CaseCountsProps } from './CaseCounts.tsx';
import { FiguresFailed } from './FiguresFailed.tsx';
import styles from './counts.module.css';

/** The cases that are under way, counted above the list of the start; nothing for somebody who may not see figures. */
export function HomeCounts({ shown }: Pick<CaseCountsProps, 'shown'>) {
  const maySee = useMay('dashboard.read');
  const mayRead = useMay('consents.read');
  const amounts = useQuery({ ...caseAmountsOptions('ALL'), enabled: maySee });
  if (!maySee) return null;
  if (amounts.data !== undefined)
    return <CaseCounts amounts={amounts.data.caseAmounts} duration="ALL" mayRead={mayRead} isShort shown={shown} />;
  return (
    <div className={styles.quiet}>
      {amounts.isError ? <FiguresFailed failure={amounts.error} isShort /> : <Skeleton lines={2} />}
    </div>
  );
}
