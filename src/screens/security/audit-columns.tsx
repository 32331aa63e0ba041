import type { AuditLine } from '#contract/audit.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { actWords, detailWords, whoWords } from '#domain/audit/audit-words.ts';
import styles from './security.module.css';

type Member = { readonly id: string; readonly name: string };

/** The columns of the audit trail. @param zone - IANA name, for the times @param onMember - shows all of one person */
export const auditColumnsIn = (zone: string, onMember: (member: Member) => void): Column<AuditLine>[] => [
  {
    heading: 'What',
    width: '2fr',
    cell: (line) => {
      const { tone, words } = actWords(line);
      return <StateChip tone={tone}>{words}</StateChip>;
    },
  },
  { heading: 'When', width: '1.5fr', cell: ({ at }) => <span className="num">{longTime(at, zone)}</span> },
  {
    heading: 'Who',
    width: '1.2fr',
    phoneLabel: true,
    cell: ({ actor, author, userID, address, device }) => {
      const { name, role } = whoWords({ actor, author });
      return (
        <span className={styles.wrap}>
          {userID === null ? (
            name
          ) : (
            <button
              type="button"
              className={styles.member}
              aria-label={`Everything by ${name}`}
              onClick={() => onMember({ id: userID, name })}
            >
              {name}
            </button>
          )}
          {role !== '' && <QuietLine>{role}</QuietLine>}
          {device !== null && <QuietLine>{device}</QuietLine>}
          {address !== null && address !== '' && <QuietLine isNumber>{address}</QuietLine>}
        </span>
      );
    },
  },
  {
    heading: 'Concerns',
    width: '1.6fr',
    phoneLabel: true,
    cell: (line) => {
      const { patient, subject } = line;
      const detail = detailWords(line);
      return (
        <span className={styles.wrap}>
          {patient === null ? (subject ?? '–') : <span className="num">Patient {patient}</span>}
          {detail !== '' && <QuietLine>{detail}</QuietLine>}
          {line.why !== '' && <QuietLine>Reason: {line.why}</QuietLine>}
        </span>
      );
    },
  },
];
