import type { SecurityEvent } from '#contract/security.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { securityEventWords } from '#domain/audit/security-words.ts';
import styles from './security.module.css';

/** The columns of the security log. @param zone - IANA name, for the times */
export const columnsIn = (zone: string): Column<SecurityEvent>[] => [
  {
    heading: 'Event',
    width: '12rem',
    cell: ({ type }) => {
      const { tone, words } = securityEventWords(type);
      return <StateChip tone={tone}>{words}</StateChip>;
    },
  },
  { heading: 'When', width: '1.4fr', cell: ({ at }) => <span className="num">{longTime(at, zone)}</span> },
  {
    heading: 'Who',
    width: '1.2fr',
    phoneLabel: true,
    cell: ({ actor, address }) => (
      <span className={styles.wrap}>
        {actor ?? 'Nobody signed in'}
        {address !== null && <QuietLine isNumber>{address}</QuietLine>}
      </span>
    ),
  },
  {
    heading: 'Concerns',
    width: '2fr',
    phoneLabel: true,
    cell: ({ subject, detail }) => (
      <span className={styles.wrap}>
        {subject ?? '–'}
        {detail !== '' && <QuietLine>{detail}</QuietLine>}
      </span>
    ),
  },
];
