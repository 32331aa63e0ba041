import { FAILURES } from '#domain/base/messages.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { allRolesOptions } from '#src/queries/roles.ts';
import { mayAssign } from '#domain/accounts/roles.ts';
import { useSession } from '#src/session/session.ts';
import { useMay } from '#src/session/permissions.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { RoleEditor } from './RoleEditor.tsx';
import { RoleView } from './RoleView.tsx';
import { rolesLink } from './roles-link.ts';

const BEYOND_OWN = 'This role can change access in ways that your own role cannot. Only somebody with such a role can change it.';

type EditRoleProps = {
  /** `null` creates a new one. */
  readonly id: string | null;
  readonly onDone: () => void;
};

/** One role, editable or, without the permission for that, read only. */
export function EditRole({ id, onDone }: EditRoleProps) {
  const mayManage = useMay('roles.manage');
  const held = useSession()?.user.permissions ?? [];
  // A cached role may have changed since, and saving would revert that: the form starts with the server's answer.
  const roles = useQuery({ ...allRolesOptions(), enabled: id !== null, refetchOnMount: 'always' });
  if (id === null) return <RoleEditor known={null} onDone={onDone} />;
  const known = roles.isFetchedAfterMount ? roles.data : undefined;
  const role = known?.find(({ _id }) => _id === id);
  if (role === undefined)
    return (
      <>
        <PageHeader title="Role" back={rolesLink} />
        <Page>
          <NoRole isKnown={known !== undefined} query={roles} />
        </Page>
      </>
    );
  if (!mayManage) return <RoleView role={role} />;
  if (!mayAssign(held, role.permissions)) return <RoleView role={role} note={BEYOND_OWN} />;
  return <RoleEditor known={role} onDone={onDone} />;
}

type NoRoleProps = {
  readonly isKnown: boolean;
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
};

function NoRole({ isKnown, query: { error, refetch } }: NoRoleProps) {
  if (isKnown) return <EmptyState title={FAILURES.NOT_FOUND.message}>It may have been deleted.</EmptyState>;
  if (error !== null) return <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return <Skeleton card lines={8} />;
}
