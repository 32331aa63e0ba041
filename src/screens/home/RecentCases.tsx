import { formalName } from '#domain/patients/patient-name.ts';
import { paths } from '#src/paths.ts';
import { recordListOptions } from '#src/queries/dashboard.ts';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { useQuery } from '@tanstack/react-query';
import styles from './home.module.css';
import { RecordState } from './RecordState.tsx';

/** The number of cases shown [choice]. */
const RECENT_CASES = 3;

/** The cases that changed last; nothing where there are none, or while none are known. */
export function RecentCases() {
  const { data } = useQuery(recordListOptions({ page: 1, status: 'ALL', duration: 'ALL', search: '' }));
  const recent = data?.records.slice(0, RECENT_CASES) ?? [];
  if (recent.length === 0) return null;
  return (
    <Panel title="Recent" rows>
      {recent.map((record) => (
        <li key={record.recordID} className={styles.recent}>
          <Link href={paths.record(record.recordID).href} className={styles.name}>
            {formalName(record.patient)}
          </Link>
          <RecordState record={record} />
        </li>
      ))}
    </Panel>
  );
}
