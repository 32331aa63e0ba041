import { isSameValue } from '#domain/base/canonical.ts';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { mayEditProcedure } from '#domain/library/procedure-status.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { DeleteButton } from '#src/results/DeleteButton.tsx';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { paths } from '#src/paths.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { refreshAfterConflict, useChangeSection } from '#src/queries/library/own-sections.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import styles from '../library.module.css';
import { PromoteSection } from './PromoteSection.tsx';

type OwnSectionProps = {
  readonly procedure: Procedure;
  readonly copy: PersonalProcedure;
  readonly section: StoredSection;
};

/** One own section to read, change, take away, or offer for everybody. */
export function OwnSection({ procedure, copy, section }: OwnSectionProps) {
  const { id, title, nodes } = section;
  const { procedureID, status, newest, sections } = procedure;
  const change = useChangeSection();
  const keyFor = useIdempotencyKey();
  const mayPromote = useMay('procedures.edit') && mayEditProcedure(newest?.status ?? status);
  // One that was promoted keeps its id.
  const promoted = status === 'ACTIVE' ? sections.find((each) => each.id === id) : undefined;
  const isInLibrary = promoted !== undefined;
  // The same words stand on this page already.
  const isDoubled = isInLibrary && isSameValue(promoted.nodes, nodes);
  const removal = {
    ...change,
    mutateAsync: async () => {
      const input = { id: procedureID, section: { id }, revision: copy.revision };
      try {
        return await change.mutateAsync({ input, idempotencyKey: keyFor(input) });
      } catch (failure) {
        await refreshAfterConflict(failure);
        throw failure;
      }
    },
  };
  return (
    <section className={styles.ownSection}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {isInLibrary && <StateChip tone="ok">In the procedure now</StateChip>}
      </div>
      {isInLibrary && <p className={styles.hint}>Everybody’s forms have it, so yours is not used any more.</p>}
      {!isDoubled && <TemplateText nodes={nodes} />}
      <div className={styles.acts}>
        {!isInLibrary && status === 'ACTIVE' && (
          <ButtonLink href={paths.editSection(procedureID, id).href} variant="default">
            Edit <span className="visually-hidden">{title}</span>
          </ButtonLink>
        )}
        {!isInLibrary && mayPromote && <PromoteSection procedure={procedure} section={section} />}
        <DeleteButton
          id={id}
          label={`Remove section “${title}”`}
          title={`Remove “${title}”?`}
          deletion={removal}
          onDeleted={() => setTimeout(focusHeading)}
        >
          <p>It comes onto no new form of yours. Forms that have it keep it.</p>
        </DeleteButton>
      </div>
    </section>
  );
}
