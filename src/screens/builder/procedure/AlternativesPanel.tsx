import { Button } from '@mantine/core';
import { ALTERNATIVE_MOST, NO_TREATMENT } from '#domain/library/procedure-parts.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { AddLine } from '../parts/AddLine.tsx';
import { RemovableLines } from '../parts/RemovableLines.tsx';
import { idOf, titled } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** The alternatives. Without "No treatment" the consent cannot be signed, which the panel shows at once. */
export function AlternativesPanel({ at, chosen, change, prefix }: ProcedureProps) {
  const { alternatives } = chosen;
  const id = idOf(`procedures.${at}.alternatives`);
  const isNamed = alternatives.includes(NO_TREATMENT);
  return (
    <Panel title={titled(prefix, 'What else can be done')}>
      <RemovableLines
        label="Alternatives"
        lines={alternatives}
        wordsOf={(words) => words}
        renderLine={(words) => (words === NO_TREATMENT ? <strong>{words}</strong> : words)}
        remove="Remove the alternative"
        onRemove={(gone) => change({ alternatives: alternatives.filter((each) => each !== gone) })}
      />
      {!isNamed && (
        <div id={id} tabIndex={-1}>
          <Notice
            tone="stop"
            title={`“${NO_TREATMENT}” is missing`}
            live
            action={
              <Button variant="default" onClick={() => change({ alternatives: [...alternatives, NO_TREATMENT] })}>
                Put “{NO_TREATMENT}” back
              </Button>
            }
          >
            This consent cannot be signed without it.
          </Notice>
        </div>
      )}
      <AddLine
        id={`${id}-new`}
        label="Add an alternative"
        maxLength={ALTERNATIVE_MOST}
        taken={alternatives}
        onAdd={(text) => change({ alternatives: [...alternatives, text] })}
      />
    </Panel>
  );
}
