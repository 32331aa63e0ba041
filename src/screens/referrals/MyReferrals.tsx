import type { RecordSummary } from '#contract/record-summary.ts';
import { caseWords } from '#domain/state-words.ts';
import { listContent } from '#src/notices/list-content.tsx';
import { paths } from '#src/paths.ts';
import { recordListOptions } from '#src/queries/dashboard.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/DataTable.tsx';
import { ListScreen } from '#src/ui/ListScreen.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';

type MyReferralsProps = { readonly page: number; readonly onPage: (page: number) => void };

/** The start of people of Ophthalmology and Optometry (spec §2, §6): the cases under review, of any date. */
export function MyReferrals({ page, onPage }: MyReferralsProps) {
  const today = useToday();
  const list = useQuery(recordListOptions({ page, status: 'UNDER_REVIEW', duration: 'ALL', search: '' }));
  return (
    <ListScreen
      title="My referrals"
      actions={
        <ButtonLink href={paths.home.href} variant="default">
          All recent cases
        </ButtonLink>
      }
      above={
        <Notice title="Referrals are not available in this version">
          <p>Cases under review are listed here. Referring a patient to a colleague cannot be done in this version.</p>
        </Notice>
      }
      content={listContent(list)}
      label="Cases under review"
      columns={columnsOn(today)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.record(recordID).href}
      empty={<EmptyState title="No case is under review">Your other cases are on the start page.</EmptyState>}
      noun="cases"
      onPage={onPage}
    />
  );
}

const columnsOn = (today: string): Column<RecordSummary>[] => [
  { heading: 'Patient', width: '2fr', cell: ({ patient }) => <PatientCell patient={patient} /> },
  { heading: 'Born', width: '7rem', cell: ({ patient }) => <BornCell dateOfBirth={patient.dateOfBirth} today={today} /> },
  {
    heading: 'State',
    width: '12rem',
    cell: ({ current }) => current !== null && <StateChip tone={caseWords(current).tone}>{caseWords(current).words}</StateChip>,
  },
];
