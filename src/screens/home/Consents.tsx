import { paths } from '#src/paths.ts';
import type { ConsentSummaryView } from '#src/queries/records.ts';
import { isWaiting, localCaseWords } from '#domain/cases/state-words.ts';
import { localDate, shortDate } from '#domain/values/plain-date.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { filterWords } from '#src/results/export-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { consentListOptions, countedFilter, stateFilter, type CountedConsents } from '#src/queries/dashboard.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Link } from '#src/ui/Link.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseFilter } from './case-filters.ts';
import { PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { countedWords } from './counted-words.ts';
import { ProcedureCell, SeenAt } from './cells.tsx';
import { CONSENT_STATUSES, consentStatus, statusLabel } from './consent-statuses.ts';
import styles from './home.module.css';

type Filter = { readonly page: number; readonly status: CaseFilter; readonly isMine: boolean };
type ConsentsProps = Filter & {
  /** Those alone that a figure has counted. */
  readonly counted?: CountedConsents | undefined;
  readonly onFilter: (next: Filter) => void;
};

/** Every version of every form, the person's own by default. */
export function Consents({ page, status, isMine, counted, onFilter }: ConsentsProps) {
  const onFirstPage = () => onFilter({ page: 1, status, isMine });
  const search = useListSearch({ key: 'consents.search', label: 'Name, number or procedure', page, onFirstPage });
  const mayWrite = useMay('consents.write');
  const mayImport = useMay('patients.import');
  const { timeZone } = useProduct();
  const searchTerm = useDebouncedSearch(search.value);
  const list = useQuery(consentListOptions({ page, status, isMine, counted, search: searchTerm }));
  return (
    <ListScreen
      title="Consents"
      search={search}
      actions={
        <>
          <ExportButton
            request={{
              name: 'exportConsents',
              filter: { ...stateFilter(status), myConsents: isMine, search: searchTerm, ...(counted && countedFilter(counted)) },
            }}
            list={{
              noun: 'consents',
              file: 'consents',
              total: list.data?.total ?? null,
              isCapped: list.data?.totalIsCapped,
              filters: filterWords(
                [isMine ? 'mine' : 'everybody’s', status !== 'ALL' && statusLabel(status), counted && countedWords(counted)],
                searchTerm,
              ),
            }}
          />
          {mayImport && (
            <ButtonLink href={paths.importConsents.href} variant="default">
              Import
            </ButtonLink>
          )}
          {mayWrite && <ButtonLink href={paths.choosePatient.href}>New consent</ButtonLink>}
        </>
      }
      above={
        counted && (
          <Notice tone="info" title={countedWords(counted)}>
            <p>
              These are the consents of one number of the figures. <Link href={paths.consents.href}>All consents</Link>
            </p>
          </Notice>
        )
      }
      filters={
        <>
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
        </>
      }
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ consentID }) => consentID}
      rowHref={({ recordID }) => paths.record(recordID).href}
      empty={
        <EmptyState title={isMine ? 'You have no consents with this status' : 'There are no consents with this status'}>
          {isMine ? 'Choose “Everybody’s” to see those of your colleagues.' : 'Try fewer letters or another state.'}
        </EmptyState>
      }
      noun="consents"
      onPage={(next) => onFilter({ page: next, status, isMine })}
    />
  );
}

const columnsIn = (zone: string): Column<ConsentSummaryView>[] => [
  {
    heading: 'Patient',
    width: '2.2fr',
    cell: ({ patient, mergedFrom }) => <PatientCell patient={patient} from={{ mergedFrom, zone }} />,
  },
  {
    heading: 'Procedure',
    width: '2.2fr',
    cell: ({ procedures, caseNumber }) => <ProcedureCell procedures={procedures} caseNumber={caseNumber} />,
  },
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
      const { tone, words } = localCaseWords(consent, consent.local, zone);
      return (
        <>
          <StateChip tone={tone}>{words}</StateChip>
          {isWaiting(consent.local) && <span className={styles.small}>Waiting to send</span>}
          <SeenAt at={consent.fetchedAt} zone={zone} />
        </>
      );
    },
  },
];
