import type { Procedure } from '#domain/library/procedure.ts';
import { ownSectionsBeside, SECTIONS_MOST } from '#domain/library/procedure-sections.ts';
import { paths } from '#src/paths.ts';
import { usePersonalProcedure } from '#src/queries/library/own-sections.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../library.module.css';
import { MovedBase } from './MovedBase.tsx';
import { OwnSection } from './OwnSection.tsx';

/** This person's own sections for a procedure; nothing for people who write no consents. */
export function OwnSections({ procedure }: { readonly procedure: Procedure }) {
  const { procedureID, status, version, newest } = procedure;
  const copy = usePersonalProcedure(procedureID);
  const mayWrite = useMay('consents.write');
  const isInUse = status === 'ACTIVE';
  // An own section belongs to the version in use; one left over from a retired procedure can be removed.
  const isLeft = status === 'RETIRED' && newest === null && copy !== undefined;
  if (!mayWrite || !(isInUse || isLeft)) return null;
  const sections = copy?.sections ?? [];
  // Only own sections need a check against a newer version; the library's are reviewed with the procedure.
  const isMoved = copy !== undefined && isInUse && version > copy.baseVersion;
  const hasOwn = ownSectionsBeside(procedure.sections, sections).length > 0;
  return (
    <Panel
      title="My own sections"
      actions={
        isInUse &&
        sections.length < SECTIONS_MOST && (
          <ButtonLink href={paths.newSection(procedureID).href} variant="subtle">
            Add a section
          </ButtonLink>
        )
      }
    >
      <div className={styles.stack}>
        {copy === undefined ? (
          <p className={styles.hint}>
            There are none. A section of your own comes with this procedure onto your forms: what to bring, how it is after.
          </p>
        ) : (
          isMoved && hasOwn && <MovedBase procedure={procedure} copy={copy} />
        )}
        {copy !== undefined &&
          sections.map((section) => <OwnSection key={section.id} procedure={procedure} copy={copy} section={section} />)}
      </div>
    </Panel>
  );
}
