import { PlainDate } from '#domain/values/date-fields.ts';
import { USER_STATUSES } from '#domain/accounts/user-status.ts';
import { EmailAddress, SingleLine, Uuid } from '#domain/values/text.ts';
import { ROLE_NAME_MOST } from '#domain/accounts/roles.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { ListOf, PageFields, Search, StatusFilter } from '#contract/shapes/list-shapes.ts';
import { User } from '#contract/shapes/user-shapes.ts';

/** Access plans of one account [choice]. */
const SUBSCRIPTIONS_MOST = 20;

/** The state of a mail: queued in the transaction of its cause, sent, or given up after many attempts. */
export const MAIL_STATES = ['QUEUED', 'SENT', 'FAILED'] as const;

/** A user in the list for managers of users. Times are ISO, UTC. */
export const ManagedUser = v.object({
  ...User.entries,
  lastSignInAt: v.nullable(v.string()),
  lastMail: v.nullable(v.object({ kind: v.string(), state: v.picklist(MAIL_STATES), at: v.string() })),
});
export type ManagedUser = v.InferOutput<typeof ManagedUser>;

const Decision = v.strictObject({
  email: EmailAddress,
  status: v.optional(
    v.picklist(['ACTIVE', 'REJECTED', 'SUSPENDED'], 'The status must be one of ACTIVE, REJECTED, SUSPENDED'),
    'ACTIVE',
  ),
  expiryDate: v.optional(PlainDate),
  subscriptions: v.optional(
    v.pipe(
      v.array(Uuid, 'The Subscriptions must be a list'),
      v.maxLength(SUBSCRIPTIONS_MOST, 'There are too many Subscriptions'),
    ),
    [],
  ),
  roleID: v.optional(Uuid),
});

/** The people of the organisation, for those who manage them. */
export const people = {
  userAuthoriseList: get('user/authoriseList', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary: 'The users of the organisation, with their state and the role that they wished for.',
    input: v.strictObject({
      ...PageFields,
      search: Search,
      status: StatusFilter(USER_STATUSES),
      role: v.optional(SingleLine({ label: 'role', most: ROLE_NAME_MOST }), ''),
    }),
    output: ListOf(ManagedUser),
  }),
  userAuthorise: post('user/authorise', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage'],
    summary:
      'Approves or reactivates a user (with an expiry date and a role), rejects, or suspends. Nobody does so for themselves.',
    input: v.pipe(
      Decision,
      v.forward(
        v.check(({ status, expiryDate }) => status !== 'ACTIVE' || expiryDate !== undefined, 'Enter the expiry date'),
        ['expiryDate'],
      ),
      v.forward(
        v.check(({ status, roleID }) => status !== 'ACTIVE' || roleID !== undefined, 'Choose a role'),
        ['roleID'],
      ),
    ),
    output: DataOf(ManagedUser),
  }),
};
