import * as v from 'valibot';
import { PlainDate } from './plain-date.ts';
import type { CaseStatus, ConfirmState, SealState } from './states.ts';
import { Line } from './text.ts';

/** The lists that a case may stand on. */
export const LIST_TYPES = ['THEATRE', 'CLINIC', 'WAITING'] as const;
export type ListType = (typeof LIST_TYPES)[number];

/** A list as people call it. */
export const LIST_WORDS: Readonly<Record<ListType, string>> = {
  THEATRE: 'Theatre list',
  CLINIC: 'Clinic list',
  WAITING: 'Waiting list',
};

/** No case was listed before there were tablets to list it on [choice]. */
const EARLIEST = '2000-01-01';

/** Where and when a case is listed for surgery. The date may have passed: what a tablet kept arrives late. */
export const Listing = v.strictObject(
  {
    date: v.pipe(
      PlainDate,
      v.check((date) => date >= EARLIEST, 'The date must not be before 1 January 2000'),
    ),
    theatre: v.nullable(Line({ label: 'Theatre', least: 1, most: 60 })),
    listType: v.picklist(LIST_TYPES, `The list must be one of ${LIST_TYPES.join(', ')}`),
  },
  'Say where the case is listed, or null',
);
export type Listing = v.InferOutput<typeof Listing>;

/** Cases that are over: nothing is operated on what was withdrawn or voided until a new version is opened [choice]. */
const OVER: readonly CaseStatus[] = ['WITHDRAWN', 'VOIDED', 'SUPERSEDED'];

/** Whether a case may be listed, or its listing changed; it may be taken off a list at any time. */
export function mayList(status: CaseStatus): boolean {
  return !OVER.includes(status);
}

export const LIGHTS = ['RED', 'AMBER', 'GREEN'] as const;
/** What a theatre sees of a consent at a glance; never without its reason in words. */
export type Light = { readonly light: (typeof LIGHTS)[number]; readonly reason: string };

type InForce = { readonly sealState: SealState; readonly confirmState: ConfirmState };

/**
 * The light of a listed case. Green: a signed and sealed version is in force and nothing is open. Amber: somebody still has to do
 * something. Red: there is no consent to operate on.
 *
 * @param status - of the newest version that is not voided
 * @param inForce - the signed version in force, null where there is none
 * @param isNewest - whether the version in force is the newest one
 */
export function lightOf({
  status,
  inForce,
  isNewest,
}: {
  readonly status: CaseStatus;
  readonly inForce: InForce | null;
  readonly isNewest: boolean;
}): Light {
  if (inForce === null) return withoutConsent(status);
  if (inForce.confirmState === 'LAPSED') return { light: 'RED', reason: 'The consent has lapsed' };
  if (!isNewest) return { light: 'AMBER', reason: 'Signed, but a newer version is open' };
  if (inForce.confirmState === 'DUE') return { light: 'AMBER', reason: 'Signed: confirm on the day' };
  if (inForce.sealState !== 'SEALED') return { light: 'AMBER', reason: 'Signed, not sealed yet' };
  return { light: 'GREEN', reason: 'Signed and sealed' };
}

function withoutConsent(status: CaseStatus): Light {
  switch (status) {
    case 'SENT':
      return { light: 'AMBER', reason: 'Nobody has signed yet' };
    case 'PARTIALLY_SIGNED':
    case 'SIGNED':
      return { light: 'AMBER', reason: 'Not everybody has signed yet' };
    case 'DECLINED':
      return { light: 'RED', reason: 'The patient does not agree' };
    case 'WITHDRAWN':
      return { light: 'RED', reason: 'The consent is withdrawn' };
    case 'EXPIRED':
      return { light: 'RED', reason: 'The time to sign has ended' };
    case 'DRAFT':
    case 'UNDER_REVIEW':
    case 'READY':
    case 'VOIDED':
    case 'SUPERSEDED':
      return { light: 'RED', reason: 'No consent yet' };
  }
}
