import type { RecordSummary } from '#contract/record-summary.ts';
import { caseWords } from '#domain/state-words.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { recordListOptions } from '#src/queries/dashboard.ts';
import { listState } from '#src/queries/list-state.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';

type MyReferralsProps = { readonly page: number; readonly onPage: (page: number) => void };

/** Where people of Ophthalmology and Optometry land (spec §2, §6): the cases under review, whenever they were made. */
export function MyReferrals({ page, onPage }: MyReferralsProps) {
  const today = useToday();
  const list = useQuery(recordListOptions({ page, status: 'UNDER_REVIEW', duration: 'ALL', search: '' }));
  return (
    <>
      <PageHeader
        title="My referrals"
        actions={
          <ButtonLink href="/" variant="default">
            All recent cases
          </ButtonLink>
        }
      />
      <Page>
        <Notice title="Referrals are not available in this version">
          <p>Cases under review are listed here. Referring a patient to a colleague cannot be done in this version.</p>
        </Notice>
        <StaleNotice query={list} />
        <DataTable
          label="Cases under review"
          columns={columnsOn(today)}
          rows={list.data?.records ?? []}
          rowKey={({ recordID }) => recordID}
          rowHref={({ recordID }) => `/consent?id=${recordID}`}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={<EmptyState title="No case is under review">Your other cases are on the start page.</EmptyState>}
        />
        {list.data !== undefined && list.data.total > 0 && <Pager noun="cases" {...list.data} onPage={onPage} />}
      </Page>
    </>
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
