import { useOwnSections } from '#src/queries/library/own-sections.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { Button } from '@mantine/core';
import styles from '../parts/builder.module.css';
import { leaveOutSection, putSection, sectionLines, type SectionLine } from './section-edits.ts';
import { idOf, titled } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** The sections that the patient reads: the library's, and this person's own, each with a button to leave it out. */
export function SectionsPanel({ at, chosen, entry, change, prefix, errorAt }: ProcedureProps) {
  const own = useOwnSections()(chosen.procedureID);
  // A form takes the sections of its own version alone.
  const library = entry?.version === chosen.libraryVersion ? entry.sections : [];
  const lines = sectionLines(chosen, { library, own });
  const id = idOf(`procedures.${at}.sections`);
  const fault = lines.map((_, nth) => errorAt(`procedures.${at}.sections.${nth}`)).find((each) => each !== undefined);
  if (lines.length === 0) return null;
  const act = (next: typeof chosen.sections) => {
    change({ sections: next });
    // The button that had the focus is another one now.
    document.getElementById(id)?.focus();
  };
  return (
    <Panel title={titled(prefix, 'More for the patient')}>
      <div id={id} tabIndex={-1} className={styles.stack}>
        {fault !== undefined && <p className={styles.error}>{fault}</p>}
        {lines.map((line) => (
          <Section
            key={line.section.id}
            line={line}
            onLeaveOut={() => act(leaveOutSection(chosen, line.section))}
            onPut={(section) => act(putSection(chosen, section))}
          />
        ))}
      </div>
    </Panel>
  );
}

type SectionProps = {
  readonly line: SectionLine;
  readonly onLeaveOut: () => void;
  readonly onPut: (section: SectionLine['section']) => void;
};

function Section({ line: { section, origin, isOnForm, newer }, onLeaveOut, onPut }: SectionProps) {
  return (
    <div className={styles.tight}>
      <div className={styles.sectionHead}>
        <h3 className={isOnForm ? undefined : styles.struck}>{section.title}</h3>
        <StateChip tag>{ORIGINS[origin]}</StateChip>
        <div className={styles.headingActions}>
          {isOnForm ? (
            <Button variant="subtle" onClick={onLeaveOut}>
              Leave out <span className="visually-hidden">the section {section.title}</span>
            </Button>
          ) : (
            <Button variant="subtle" onClick={() => onPut(section)}>
              Put on the form <span className="visually-hidden">the section {section.title}</span>
            </Button>
          )}
        </div>
      </div>
      {isOnForm && (
        <details className={styles.details}>
          <summary>
            Read it <span className="visually-hidden">: {section.title}</span>
          </summary>
          <TemplateText nodes={section.nodes} />
        </details>
      )}
      {newer !== null && (
        <Notice
          tone="warn"
          title="You have changed this section since"
          action={
            <Button variant="default" onClick={() => onPut(newer)}>
              Use your present words
            </Button>
          }
        />
      )}
    </div>
  );
}

const ORIGINS: Readonly<Record<SectionLine['origin'], string>> = {
  LIBRARY: 'library',
  OWN: 'yours',
  FORM: 'this form',
};
