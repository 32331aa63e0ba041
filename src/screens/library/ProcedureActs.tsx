import { mayEditProcedure } from '#domain/library/procedure-status.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import styles from './library.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import { procedureActs, type ProcedureAct } from './procedure-acts.ts';

type ProcedureActsProps = {
  readonly procedure: Procedure;
  /** Users who edited this version, and so may not publish it. */
  readonly editors: readonly string[];
};

/** The acts that this person may do with a version: the next step is filled. Nothing for people who only read. */
export function ProcedureActs({ procedure, editors }: ProcedureActsProps) {
  const navigate = useNavigate();
  const user = useSession()?.user;
  const [openAct, setOpenAct] = useState<ProcedureAct | null>(null);
  const granted = user?.permissions ?? [];
  const { procedureID, status, newest } = procedure;
  const isOwn = user !== undefined && editors.includes(user._id);
  const acts = procedureActs(procedure, newest === null, granted);
  const shown = acts.filter(({ to }) => to !== 'ACTIVE' || !isOwn);
  const mayEdit = granted.includes('procedures.edit') && mayEditProcedure(status) && newest === null;
  if (shown.length === 0 && !mayEdit && acts.length === 0) return null;
  return (
    <>
      {acts.length > shown.length && (
        <p className={styles.hint}>You have edited this version, so another person must publish it.</p>
      )}
      <div className={styles.acts}>
        {mayEdit && (
          <ButtonLink href={paths.editProcedure(procedureID).href} variant="default">
            {status === 'ACTIVE' ? 'Edit as a new version' : 'Edit'}
          </ButtonLink>
        )}
        {shown
          .toSorted((one, other) => rank(one) - rank(other))
          .map((act) => (
            <Button key={act.to} variant={isNextStep(act) ? 'filled' : 'default'} onClick={() => setOpenAct(act)}>
              {act.label}
            </Button>
          ))}
      </div>
      {openAct !== null && (
        <MoveDialog
          procedure={procedure}
          act={openAct}
          onClose={() => setOpenAct(null)}
          onMoved={() => {
            setOpenAct(null);
            void navigate({ ...paths.procedureVersion(procedureID, procedure.version), replace: true });
          }}
        />
      )}
    </>
  );
}

/** Towards use: review, then publishing. */
function isNextStep({ to }: ProcedureAct): boolean {
  return to === 'UNDER_REVIEW' || to === 'ACTIVE';
}

function rank(act: ProcedureAct): number {
  return isNextStep(act) ? 1 : 0;
}
