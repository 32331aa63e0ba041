import { ActionIcon, Button } from '@mantine/core';
import { NO_TREATMENT } from '#domain/procedure.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { AddLine } from './AddLine.tsx';
import styles from './builder.module.css';
import { idOf, titled } from './steps.ts';
import type { ProcedureProps } from './step-props.ts';

/** What else can be done. Without "No treatment" the consent cannot be sent, and this says so at once. */
export function AlternativesPanel({ at, chosen, change, prefix }: ProcedureProps) {
  const { alternatives } = chosen;
  const id = idOf(`procedures.${at}.alternatives`);
  const isNamed = alternatives.includes(NO_TREATMENT);
  return (
    <Panel title={titled(prefix, 'What else can be done')}>
      <ul className={styles.lines}>
        {alternatives.map((alternative) => (
          <li key={alternative}>
            {alternative === NO_TREATMENT ? <strong>{alternative}</strong> : <span>{alternative}</span>}
            <ActionIcon
              aria-label={`Remove the alternative: ${alternative}`}
              onClick={() => change({ alternatives: alternatives.filter((each) => each !== alternative) })}
            >
              <Icon name="cross" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!isNamed && (
        <div id={id} tabIndex={-1}>
          <Notice
            tone="stop"
            title={`“${NO_TREATMENT}” is not among them`}
            live
            action={
              <Button variant="default" onClick={() => change({ alternatives: [...alternatives, NO_TREATMENT] })}>
                Put “{NO_TREATMENT}” back
              </Button>
            }
          >
            This consent cannot be sent without it.
          </Notice>
        </div>
      )}
      <AddLine
        id={`${id}-new`}
        label="Add an alternative"
        maxLength={300}
        taken={alternatives}
        onAdd={(text) => change({ alternatives: [...alternatives, text] })}
      />
    </Panel>
  );
}
