import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import type { Role } from '#contract/roles.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { refreshUser } from '#src/queries/profile.ts';
import { useCreateRole, useUpdateRole } from '#src/queries/roles.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { DeleteRole } from './DeleteRole.tsx';
import { rolesLink } from './roles-link.ts';
import { RoleFields } from './RoleFields.tsx';
import { consequenceWords, EMPTY_ROLE, holdersWords, roleFormOf, roleInput, roleProblems } from './role-form.ts';

type RoleEditorProps = { readonly known: Role | null; readonly onDone: () => void };

/** A role as a form. Before a change that signs people out it warns and asks. */
export function RoleEditor({ known: role, onDone }: RoleEditorProps) {
  const form = useValidatedForm({ initialValues: role === null ? EMPTY_ROLE : roleFormOf(role), validate: roleProblems });
  const isDone = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = useSession()?.user.roleID === role?._id;
  const { save, isSaving } = useSaveRole(role);
  const consequence = role === null ? null : consequenceWords(role.users, isOwn);
  const leave = () => {
    isDone.current = true;
    onDone();
  };
  const send = async () => {
    if (isSaving) return;
    try {
      const { message } = await save(roleInput(form.values));
      if (isOwn) void refreshUser().catch(() => undefined);
      noticeSuccess(message);
      leave();
    } catch (failure) {
      setIsAsking(false);
      form.setProblems(fieldProblems(failure, ['name', 'accountType', 'permissions']));
    }
  };
  const submit = form.onSubmit(() => {
    if (consequence === null) void send();
    else setIsAsking(true);
  });
  return (
    <>
      <LeaveGuard hasUnsaved={() => !isDone.current && form.hasChanges()} />
      <PageHeader
        title={role === null ? 'New role' : role.name}
        back={rolesLink}
        about={role === null ? undefined : holdersWords(role.users)}
        actions={role?.isSeeded === true && <StateChip tag>Built in</StateChip>}
      />
      <Page>
        <NeedsServer />
        <ErrorSummary problems={form.problems} />
        <RoleFields role={role} form={form} />
        {role !== null && <DeleteRole role={role} onDeleted={leave} />}
      </Page>
      <FooterBar>
        <ButtonLink href={rolesLink.href} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={() => submit()} loading={isSaving && !isAsking}>
          {role === null ? 'Create role' : 'Save role'}
        </Button>
      </FooterBar>
      <ConfirmModal
        opened={isAsking}
        title={`Save ${form.values.name}?`}
        okLabel="Save role"
        busy={isSaving}
        onOk={() => void send()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{consequence}</p>
      </ConfirmModal>
    </>
  );
}

function useSaveRole(role: Role | null) {
  const create = useCreateRole();
  const update = useUpdateRole();
  const keyFor = useIdempotencyKey();
  const save = (fields: ReturnType<typeof roleInput>): Promise<{ message: string }> => {
    if (role === null) return create.mutateAsync({ input: fields, idempotencyKey: keyFor(fields) });
    const input = { id: role._id, ...fields };
    return update.mutateAsync({ input, idempotencyKey: keyFor(input) });
  };
  return { save, isSaving: create.isPending || update.isPending };
}
