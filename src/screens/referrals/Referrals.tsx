import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import { REFERRAL_WORDS } from '#domain/referrals/referral-words.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { filterWords } from '#src/results/export-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { referralListOptions } from '#src/queries/referrals.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { addresseeWords, REFERRAL_PERIODS } from './referral-words.ts';
import { ReferralFilters, type ReferralsFilter } from './ReferralFilters.tsx';

type ReferralsProps = ReferralsFilter & { readonly onFilter: (next: ReferralsFilter) => void };

/** Referrals by this person or for them, by default those under review; and those of the organisation. */
export function Referrals({ onFilter, ...filter }: ReferralsProps) {
  const { page, status, duration, isAll } = filter;
  const onFirstPage = () => onFilter({ ...filter, page: 1 });
  const search = useListSearch({ key: 'referrals.search', label: 'Name, number or birth date', page, onFirstPage });
  const searchTerm = useDebouncedServerSearch(search.value);
  const mayWrite = useMay('referrals.write');
  const { timeZone } = useProduct();
  const scope = isAll ? 'ALL' : 'MINE';
  const list = useQuery(referralListOptions({ page, status, duration, scope, search: searchTerm }));
  return (
    <ListScreen
      title="Referrals"
      search={search}
      actions={
        <>
          <ExportReferrals filter={filter} search={searchTerm} list={list.data} />
          {mayWrite && <ButtonLink href={paths.newReferral.href}>New referral</ButtonLink>}
        </>
      }
      filters={<ReferralFilters filter={filter} onFilter={(change) => onFilter({ ...filter, page: 1, ...change })} />}
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.referral(recordID).href}
      empty={<NothingHere isNarrowed={searchTerm !== '' || duration !== 'ALL'} status={status} mayWrite={mayWrite} />}
      noun="referrals"
      onPage={(next) => onFilter({ ...filter, page: next })}
    />
  );
}

type ExportProps = {
  readonly filter: ReferralsFilter;
  readonly search: string;
  /** undefined before it is known */
  readonly list: { readonly total: number; readonly totalIsCapped?: boolean | undefined } | undefined;
};

/** The list as a file, as it is filtered now. */
function ExportReferrals({ filter: { status, duration, isAll }, search, list }: ExportProps) {
  const words = [
    isAll ? 'of the whole hospital' : 'by me or for me',
    status !== 'ALL' && REFERRAL_WORDS[status].words,
    duration !== 'ALL' && REFERRAL_PERIODS.find(({ value }) => value === duration)?.label,
  ];
  return (
    <ExportButton
      request={{ name: 'exportReferrals', filter: { status, duration, referral: isAll ? 'ALL' : 'MINE', search } }}
      list={{
        noun: 'referrals',
        file: 'referrals',
        total: list?.total ?? null,
        isCapped: list?.totalIsCapped,
        filters: filterWords(words, search),
      }}
    />
  );
}

const columnsIn = (timeZone: string): Column<RecordSummary>[] => [
  { heading: 'Patient', width: '2fr', cell: ({ patient }) => <PatientCell patient={patient} /> },
  {
    heading: 'Question',
    width: '2.4fr',
    cell: ({ referral }) => <QuietLine breaksWords>{shortened(referral?.question ?? '')}</QuietLine>,
  },
  {
    heading: 'From and to',
    width: '1.6fr',
    cell: ({ referral }) =>
      referral && (
        <>
          <StrongLine>{referral.from.name}</StrongLine>
          <QuietLine>to {addresseeWords(referral.to)}</QuietLine>
        </>
      ),
  },
  {
    heading: 'State',
    width: '12rem',
    cell: ({ referral, updatedAt }) =>
      referral && (
        <>
          <StateChip tone={REFERRAL_WORDS[referral.status].tone}>{REFERRAL_WORDS[referral.status].words}</StateChip>
          <QuietLine isNumber>{longTime(updatedAt, timeZone)}</QuietLine>
        </>
      ),
  },
];

/** Characters of a question in a row. */
const QUESTION_SHOWN_MOST = 120;

function shortened(question: string): string {
  return question.length <= QUESTION_SHOWN_MOST ? question : `${question.slice(0, QUESTION_SHOWN_MOST).trimEnd()}…`;
}

type NothingProps = { readonly isNarrowed: boolean; readonly status: ReferralStatus | 'ALL'; readonly mayWrite: boolean };

function NothingHere({ isNarrowed, status, mayWrite }: NothingProps) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No referral found">
        Try fewer letters, another state, or a longer time.
      </EmptyState>
    );
  if (status === 'UNDER_REVIEW')
    return (
      <EmptyState icon="check" title="No referral waits for review">
        {mayWrite ? 'Refer a patient with “New referral”, or choose another state.' : 'Choose another state to see older ones.'}
      </EmptyState>
    );
  return <EmptyState title="No referrals here">Choose another state.</EmptyState>;
}
