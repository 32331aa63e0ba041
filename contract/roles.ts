import { PlainDate } from '#domain/values/date-fields.ts';
import { ACCOUNT_KINDS, PERMISSIONS, ROLE_NAME_MOST } from '#domain/accounts/roles.ts';
import { IdentityLine, SingleLine, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { del, get, post } from '#contract/engine/define.ts';
import { DataOf, Done } from '#contract/engine/shapes.ts';
import { ListOf, PageFields } from '#contract/shapes/list-shapes.ts';

const accountType = v.picklist(ACCOUNT_KINDS, `The Account Type must be one of ${ACCOUNT_KINDS.join(', ')}`);

/** A role of the organisation. `users` counts those who hold it; `isSeeded` roles come with every organisation. */
export const Role = v.object({
  _id: Uuid,
  key: v.string(),
  name: v.string(),
  accountType: v.picklist(ACCOUNT_KINDS),
  permissions: v.array(v.picklist(PERMISSIONS)),
  users: v.number(),
  isSeeded: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Role = v.InferOutput<typeof Role>;

const RoleFields = {
  name: IdentityLine({ label: 'Name', least: 2, most: ROLE_NAME_MOST }),
  accountType: v.optional(accountType),
  permissions: v.pipe(
    v.array(v.picklist(PERMISSIONS, 'There is no such permission'), 'The Permissions must be a list'),
    v.maxLength(PERMISSIONS.length, 'There are too many Permissions'),
    v.transform((permissions) => PERMISSIONS.filter((each) => permissions.includes(each))),
  ),
};

const day = v.optional(PlainDate);

export const roles = {
  roleGet: get('role/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['users.manage', 'roles.manage'],
    summary: 'The roles of the organisation, by name and by the days on which they were made and changed.',
    input: v.strictObject({
      ...PageFields,
      startDate: day,
      endDate: day,
      role: v.optional(SingleLine({ label: 'role', most: ROLE_NAME_MOST }), ''),
      updatedStartDate: day,
      updatedEndDate: day,
    }),
    output: ListOf(Role),
  }),
  roleCreate: post('role/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['roles.manage'],
    summary: 'Makes a role, of permissions that its maker holds.',
    input: v.strictObject(RoleFields),
    output: DataOf(Role),
  }),
  roleUpdate: post('role/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['roles.manage'],
    summary: 'Changes a role; everybody who holds it is signed out, so that it is in force at once.',
    input: v.strictObject({ id: Uuid, ...RoleFields }),
    output: DataOf(Role),
  }),
  roleDelete: get('role/delete', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['roles.manage'],
    summary: 'Deletes a role that nobody holds. Needs an Idempotency-Key, as a GET of this kind must not happen by chance.',
    input: v.strictObject({ id: Uuid }),
    output: Done,
    keyed: true,
  }),
  roleDeleteSafely: del('role/delete', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['roles.manage'],
    summary: 'Deletes a role that nobody holds.',
    input: v.strictObject({ id: Uuid }),
    output: Done,
  }),
};
