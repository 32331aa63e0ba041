import type { Input } from '#contract/calls.ts';
import type { Role } from '#contract/roles.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

export type RoleListFilter = {
  readonly page: number;
  /** Part of a name. */
  readonly role: string;
  /** Plain dates of the range in which a role was created. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Plain dates of the range in which a role was last changed. */
  readonly updatedStartDate?: string | undefined;
  readonly updatedEndDate?: string | undefined;
};

/** One page of the roles. */
export const roleListOptions = (filter: RoleListFilter) =>
  queryOptions({
    queryKey: ['roles', 'list', filter],
    queryFn: async ({ signal }) => (await api('roleGet', withoutUnset(filter), { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Every role of the organisation, by name: to choose from, and to open one of them. */
export const allRolesOptions = () =>
  queryOptions({
    queryKey: ['roles', 'list', 'all'],
    queryFn: async ({ signal }) => {
      const roles: Role[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await api('roleGet', { page, limit: 100 }, { signal });
        roles.push(...data.records);
        if (page >= data.pages) return roles.toSorted((one, other) => one.name.localeCompare(other.name));
      }
    },
  });

type KeyedInput<T> = { readonly input: T; readonly idempotencyKey: string };

/** Creates a role. The same key repeats a try whose answer was lost without creating a second one. */
export function useCreateRole() {
  return useRoleWrite(({ input, idempotencyKey }: KeyedInput<Input<'roleCreate'>>) =>
    api('roleCreate', input, { idempotencyKey }),
  );
}

/** Changes a role; everybody else with that role is signed out. */
export function useUpdateRole() {
  return useRoleWrite(({ input, idempotencyKey }: KeyedInput<Input<'roleUpdate'>>) =>
    api('roleUpdate', input, { idempotencyKey }),
  );
}

/** Deletes a role that nobody has. */
export function useDeleteRole() {
  return useRoleWrite((id: string) => api('roleDeleteSafely', { id }));
}

function useRoleWrite<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      for (const subject of ['roles', 'people']) void client.invalidateQueries({ queryKey: [subject] });
    },
  });
}

/** Removes unset filters: the call takes no `undefined`. */
function withoutUnset({ page, role, startDate, endDate, updatedStartDate, updatedEndDate }: RoleListFilter): Input<'roleGet'> {
  return {
    page,
    role,
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(updatedStartDate === undefined ? {} : { updatedStartDate }),
    ...(updatedEndDate === undefined ? {} : { updatedEndDate }),
  };
}
