import { CASE_STATUSES } from '#domain/base/states.ts';
import { DURATIONS } from '#domain/base/durations.ts';
import { REFERRAL_STATUSES } from '#domain/referrals/referral.ts';
import * as v from 'valibot';
import { EndedFilter, isOneOf, notOneOf, PageFields, Search, StatusFilter, StatusText } from './list-shapes.ts';
import { ReferralScope } from './referral-shapes.ts';

/** The filters of the list of cases. */
export const RecordFilter = {
  search: Search,
  status: StatusFilter(CASE_STATUSES),
  duration: StatusFilter(DURATIONS, 'duration'),
  /** those alone whose consent in force is to be confirmed on the day */
  confirm: v.optional(v.picklist(['DUE'], 'The confirm must be DUE')),
  ...EndedFilter,
};

/** As {@link RecordFilter}; with `referral` the cases that were referred, and `status` is then that of the referral. */
export const RecordGetFilter = v.pipe(
  v.strictObject({
    ...PageFields,
    ...RecordFilter,
    status: StatusText,
    referral: v.optional(ReferralScope),
  }),
  v.forward(
    v.check(({ referral, status }) => referral !== undefined || isOneOf(CASE_STATUSES, status), notOneOf(CASE_STATUSES)),
    ['status'],
  ),
  v.forward(
    v.check(({ referral, status }) => referral === undefined || isOneOf(REFERRAL_STATUSES, status), notOneOf(REFERRAL_STATUSES)),
    ['status'],
  ),
);
