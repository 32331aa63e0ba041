import type { SeenConsentSummary } from '#src/queries/records.ts';
import { isWaiting, seenCaseWords } from '#domain/state-words.ts';
import { localDate, shortDate } from '#domain/plain-date.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { TabletNotice } from '#src/notices/TabletNotice.tsx';
import { useAsked } from '#src/notices/use-asked.ts';
import { listState } from '#src/queries/list-state.ts';
import { consentListOptions } from '#src/queries/dashboard.ts';
import { useProduct } from '#src/queries/reference.ts';
import { usePageState } from '#src/session/page-state.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseFilter } from './case-filters.ts';
import { PatientCell } from '#src/ui/PatientCells.tsx';
import { ProcedureCell, SeenAt } from './cells.tsx';
import { CONSENT_STATUSES, consentStatus } from './consent-statuses.ts';
import styles from './home.module.css';

type Filter = { readonly page: number; readonly status: CaseFilter; readonly isMine: boolean };
type ConsentsProps = Filter & { readonly onFilter: (next: Filter) => void };

/** Every version of every form, one's own first of all. */
export function Consents({ page, status, isMine, onFilter }: ConsentsProps) {
  const [search, setSearch] = usePageState('consents.search', '');
  const asked = useAsked(search);
  const mayWrite = useMay('consents.write');
  const { timeZone } = useProduct();
  const list = useQuery(consentListOptions({ page, status, isMine, search: asked }));
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ page: 1, status, isMine });
  };
  return (
    <>
      <PageHeader
        title="Consents"
        search={<SearchBox label="Name, number or procedure" value={search} onChange={changeSearch} />}
        actions={mayWrite && <ButtonLink href="/patient?mode=choose">New consent</ButtonLink>}
      />
      <Page>
        <div className={styles.tools}>
          <FilterChips
            label="Whose"
            options={[
              { value: 'mine', label: 'Mine' },
              { value: 'all', label: 'Everybody’s' },
            ]}
            value={isMine ? 'mine' : 'all'}
            onChange={(whose) => onFilter({ page: 1, status, isMine: whose === 'mine' })}
          />
          <NativeSelect
            aria-label="State"
            value={status}
            data={CONSENT_STATUSES.map((each) => ({ ...each }))}
            onChange={(event) => onFilter({ page: 1, status: consentStatus(event.currentTarget.value), isMine })}
          />
        </div>
        <StaleNotice query={list} />
        <TabletNotice fromTablet={list.data?.fromTablet} />
        <DataTable
          label="Consents"
          columns={columnsIn(timeZone)}
          rows={list.data?.records ?? []}
          rowKey={({ consentID }) => consentID}
          rowHref={({ recordID }) => `/consent?id=${recordID}`}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={
            <EmptyState title={isMine ? 'You have no such consents' : 'There are no such consents'}>
              {isMine ? 'Choose “Everybody’s” to see those of your colleagues.' : 'Try fewer letters or another state.'}
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager noun="consents" {...list.data} onPage={(next) => onFilter({ page: next, status, isMine })} />
        )}
      </Page>
    </>
  );
}

const columnsIn = (zone: string): Column<SeenConsentSummary>[] => [
  { heading: 'Patient', width: '2.2fr', cell: ({ patient }) => <PatientCell patient={patient} /> },
  { heading: 'Procedure', width: '2.2fr', cell: ({ procedures }) => <ProcedureCell procedures={procedures} /> },
  {
    heading: 'Changed',
    width: '9rem',
    phoneLabel: true,
    cell: ({ updatedAt, versionNumber }) => (
      <span className="num">
        {shortDate(localDate(Date.parse(updatedAt), zone))}
        <span className={styles.small}>Version {versionNumber}</span>
      </span>
    ),
  },
  {
    heading: 'Consent',
    width: '12rem',
    cell: (consent) => {
      const { tone, words } = seenCaseWords(consent, consent.here, zone);
      return (
        <>
          <StateChip tone={tone}>{words}</StateChip>
          {isWaiting(consent.here) && <span className={styles.small}>Waiting to send</span>}
          <SeenAt at={consent.seenAt} zone={zone} />
        </>
      );
    },
  },
];
