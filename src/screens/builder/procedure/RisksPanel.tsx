import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#domain/base/format-count.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../parts/builder.module.css';
import { LeaveOutModal } from './LeaveOutModal.tsx';
import { OwnRiskModal } from './OwnRiskModal.tsx';
import { leaveOutRisk, putRiskBack, riskLines } from './procedure-edits.ts';
import { RiskRow } from './RiskRow.tsx';
import { StepHeading } from '../parts/StepHeading.tsx';
import { idOf } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** `-1` is a new one. */
type Editing = { readonly index: number };

/** The risks to discuss, each with a pictogram, a word and a figure; a core risk is left out only with a reason. */
export function RisksPanel({ at, chosen, entry, over, change, errorAt }: ProcedureProps & { readonly over: 100 | 1000 }) {
  const [leaving, setLeaving] = useState<Risk | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const known = entry?.risks ?? [];
  const leaveOut = (risk: Risk, reason: string) => change(leaveOutRisk(chosen, risk, reason));
  const keepOwn = (risk: Risk, riskIndex: number) =>
    change({ personalRisks: riskIndex === -1 ? [...chosen.personalRisks, risk] : chosen.personalRisks.with(riskIndex, risk) });
  const fault = errorAt(`procedures.${at}.risks`);
  return (
    <>
      <StepHeading title="Risks to talk through" note={`Each picture is ${formatCount(over)} people`}>
        <Button variant="subtle" leftSection={<Icon name="plus" />} onClick={() => setEditing({ index: -1 })}>
          Add a risk
        </Button>
      </StepHeading>
      {fault !== undefined && <p className={styles.error}>{fault}</p>}
      <div id={idOf(`procedures.${at}.risks`)} tabIndex={-1}>
        <Panel rows>
          {riskLines(chosen, known).map(({ risk, leftOut, reason }) => (
            <RiskRow
              key={risk.name}
              risk={risk}
              over={over}
              tag={risk.core ? 'core' : null}
              leftOut={leftOut}
              reason={reason}
              canPutBack={known.includes(risk)}
              onLeaveOut={() => (risk.core ? setLeaving(risk) : leaveOut(risk, ''))}
              onPutBack={() => change(putRiskBack(chosen, risk, known))}
            />
          ))}
          {chosen.personalRisks.map((risk, riskIndex) => (
            <RiskRow
              // oxlint-disable-next-line react/no-array-index-key -- two risks may have the same name while one is being written
              key={`own ${riskIndex}`}
              risk={risk}
              over={over}
              tag="this patient"
              onEdit={() => setEditing({ index: riskIndex })}
              onLeaveOut={() => change({ personalRisks: chosen.personalRisks.filter((_, index) => index !== riskIndex) })}
            />
          ))}
        </Panel>
      </div>
      {leaving !== null && (
        <LeaveOutModal
          risk={leaving}
          onCancel={() => setLeaving(null)}
          onOk={(reason) => {
            leaveOut(leaving, reason);
            setLeaving(null);
          }}
        />
      )}
      {editing !== null && (
        <OwnRiskModal
          procedureName={chosen.procedureName}
          start={chosen.personalRisks[editing.index]}
          onCancel={() => setEditing(null)}
          onOk={(risk) => {
            keepOwn(risk, editing.index);
            setEditing(null);
          }}
        />
      )}
    </>
  );
}
