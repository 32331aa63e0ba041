import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Duration } from '#domain/base/durations.ts';
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
import { referralAmountsOptions, referralListOptions } from '#src/queries/referrals.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresseeWords, otherStatusOptions, PERIODS, statusOf, statusOptions } from './referral-words.ts';
import styles from './referrals.module.css';

export type ReferralsFilter = {
  readonly page: number;
  readonly status: ReferralStatus | 'ALL';
  readonly duration: Duration;
  /** those of the organisation, not only the person's own */
  readonly isAll: boolean;
};
type ReferralsProps = ReferralsFilter & { readonly onFilter: (next: ReferralsFilter) => void };

/** Referrals by this person or for them, by default those under review; and those of the organisation. */
export function Referrals({ onFilter, ...filter }: ReferralsProps) {
  const { page, status, duration, isAll } = filter;
  const onFirstPage = () => onFilter({ ...filter, page: 1 });
  const search = useListSearch({ key: 'referrals.search', label: 'Name, number or birth date', page, onFirstPage });
  const asked = useDebouncedServerSearch(search.value);
  const scope = isAll ? 'ALL' : 'MINE';
  const mayWrite = useMay('referrals.write');
  const mayReview = useMay('referrals.review');
  const { timeZone } = useProduct();
  const amounts = useQuery(referralAmountsOptions(scope, duration)).data;
  const others = otherStatusOptions(amounts);
  const list = useQuery(referralListOptions({ page, status, duration, scope, search: asked }));
  return (
    <ListScreen
      title="Referrals"
      search={search}
      actions={
        <>
          <ExportButton
            request={{ name: 'exportReferrals', filter: { status, duration, referral: scope, search: asked } }}
            list={{
              noun: 'referrals',
              file: 'referrals',
              total: list.data?.total ?? null,
              isCapped: list.data?.totalIsCapped,
              filters: filterWords(
                [
                  isAll ? 'of the whole hospital' : 'by me or for me',
                  status !== 'ALL' && REFERRAL_WORDS[status].words,
                  duration !== 'ALL' && PERIODS.find(({ value }) => value === duration)?.label,
                ],
                asked,
              ),
            }}
          />
          {mayWrite && <ButtonLink href={paths.newReferral.href}>New referral</ButtonLink>}
        </>
      }
      filters={
        <>
          <FilterChips
            label="Show"
            options={statusOptions(amounts)}
            value={status}
            onChange={(next) => onFilter({ ...filter, page: 1, status: statusOf(next) })}
          />
          <div className={styles.pickers}>
            <NativeSelect
              aria-label="Other states"
              value={others.some(({ value }) => value === status) ? status : ''}
              data={others}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onFilter({ ...filter, page: 1, status: value === '' ? 'UNDER_REVIEW' : statusOf(value) });
              }}
            />
            <NativeSelect
              aria-label="Time"
              value={duration}
              data={PERIODS.map((period) => ({ ...period }))}
              onChange={(event) => {
                const next = PERIODS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'ALL';
                onFilter({ ...filter, page: 1, duration: next });
              }}
            />
            {mayReview && (
              <NativeSelect
                aria-label="Whose"
                value={isAll ? 'all' : 'mine'}
                data={[
                  { value: 'mine', label: 'By me or for me' },
                  { value: 'all', label: 'Of the whole hospital' },
                ]}
                onChange={(event) => onFilter({ ...filter, page: 1, isAll: event.currentTarget.value === 'all' })}
              />
            )}
          </div>
        </>
      }
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.referral(recordID).href}
      empty={<NothingHere isNarrowed={asked !== '' || duration !== 'ALL'} status={status} mayWrite={mayWrite} />}
      noun="referrals"
      onPage={(next) => onFilter({ ...filter, page: next })}
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
