import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { AddLine } from '../parts/AddLine.tsx';
import styles from '../parts/builder.module.css';
import { RemovableLines } from '../parts/RemovableLines.tsx';
import { ownBenefit } from './procedure-edits.ts';
import { idOf, titled } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** The benefits of the procedure. */
export function BenefitsPanel({ at, chosen, change, prefix }: ProcedureProps) {
  const { benefits } = chosen;
  return (
    <Panel title={titled(prefix, 'What it is for')}>
      {benefits.length === 0 && <p className={styles.small}>No benefit is listed.</p>}
      <RemovableLines
        label="Benefits"
        lines={benefits}
        wordsOf={({ text }) => text}
        renderLine={({ text, source, year }) => (
          <>
            {text}
            {source !== null && <p className={styles.small}>{[source, year].filter((part) => part !== null).join(', ')}</p>}
          </>
        )}
        remove="Remove the benefit"
        onRemove={(gone) => change({ benefits: benefits.filter((each) => each !== gone) })}
      />
      <AddLine
        id={idOf(`procedures.${at}.benefits`)}
        label="Add a benefit"
        maxLength={NOTE_MOST}
        taken={benefits.map(({ text }) => text)}
        onAdd={(text) => change({ benefits: [...benefits, ownBenefit(text)] })}
      />
    </Panel>
  );
}
