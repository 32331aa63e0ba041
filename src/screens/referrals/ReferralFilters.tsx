import type { Duration } from '#domain/base/durations.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import { referralAmountsOptions } from '#src/queries/referrals.ts';
import { useMay } from '#src/session/permissions.ts';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { otherStatusOptions, REFERRAL_PERIODS, statusOf, referralStatusOptions } from './referral-words.ts';
import styles from './referrals.module.css';

export type ReferralsFilter = {
  readonly page: number;
  readonly status: ReferralStatus | 'ALL';
  readonly duration: Duration;
  /** those of the organisation, not only the person's own */
  readonly isAll: boolean;
};

type Props = {
  readonly filter: Pick<ReferralsFilter, 'status' | 'duration' | 'isAll'>;
  /** Called with what changes of the filter. */
  readonly onFilter: (change: Partial<ReferralsFilter>) => void;
};

/** In which state, from which time, and whose referrals are listed. */
export function ReferralFilters({ filter: { status, duration, isAll }, onFilter }: Props) {
  const mayReview = useMay('referrals.review');
  const amounts = useQuery(referralAmountsOptions(isAll ? 'ALL' : 'MINE', duration)).data;
  const others = otherStatusOptions(amounts);
  return (
    <>
      <FilterChips
        label="Show"
        options={referralStatusOptions(amounts)}
        value={status}
        onChange={(next) => onFilter({ status: statusOf(next) })}
      />
      <div className={styles.pickers}>
        <NativeSelect
          aria-label="Other states"
          value={others.some(({ value }) => value === status) ? status : ''}
          data={others}
          onChange={({ currentTarget: { value } }) => onFilter({ status: value === '' ? 'UNDER_REVIEW' : statusOf(value) })}
        />
        <NativeSelect
          aria-label="Time"
          value={duration}
          data={REFERRAL_PERIODS.map((period) => ({ ...period }))}
          onChange={({ currentTarget }) =>
            onFilter({ duration: REFERRAL_PERIODS.find(({ value }) => value === currentTarget.value)?.value ?? 'ALL' })
          }
        />
        {mayReview && (
          <NativeSelect
            aria-label="Whose"
            value={isAll ? 'all' : 'mine'}
            data={[
              { value: 'mine', label: 'By me or for me' },
              { value: 'all', label: 'Of the whole hospital' },
            ]}
            onChange={({ currentTarget: { value } }) => onFilter({ isAll: value === 'all' })}
          />
        )}
      </div>
    </>
  );
}
