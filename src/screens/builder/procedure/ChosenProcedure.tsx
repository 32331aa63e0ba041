import { ActionIcon, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { CheckCards, ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ANAESTHETICS } from '#domain/library/anaesthetic-words.ts';
import { sideInWords } from '#domain/consents/consent.ts';
import { needlessSide } from '#domain/consents/planned-procedure.ts';
import { referredInWords, type ReferredProcedure } from '#domain/referrals/referred-procedure.ts';
import { SITE_MOST } from '#domain/library/procedure-parts.ts';
import styles from '../parts/builder.module.css';
import { idOf } from '../parts/steps.ts';
import type { ProcedureProps } from '../parts/step-props.ts';

/** Labels of the sides; none is selected by default. */
const SIDE_CHOICES = [
  { value: 'LEFT', label: 'LEFT' },
  { value: 'RIGHT', label: 'RIGHT' },
  { value: 'BOTH', label: 'BOTH SIDES' },
] as const;

type Props = Omit<ProcedureProps, 'prefix'> & {
  readonly count: number;
  /** as the referral of the case names it; undefined where it does not */
  readonly referred: ReferredProcedure | undefined;
  readonly onUp: () => void;
  readonly onRemove: () => void;
};

/** One chosen procedure: its full name first, its side, its place and the planned anaesthetic. */
export function ChosenProcedure({ at, count, chosen, referred, errorAt, change, onUp, onRemove }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const path = `procedures.${at}`;
  const id = (field: string) => idOf(`${path}.${field}`);
  const side = SIDE_CHOICES.find(({ value }) => value === chosen.side)?.value ?? null;
  const needless = needlessSide(chosen);
  const planned = ANAESTHETICS.map(({ value }) => value).filter((value) => chosen.anaesthetic.includes(value));
  return (
    <Panel
      title={chosen.procedureName}
      actions={
        <Group gap={4} wrap="nowrap">
          {at > 0 && (
            <Button variant="subtle" onClick={onUp}>
              Move up
            </Button>
          )}
          <ActionIcon aria-label={`Remove ${chosen.procedureName}`} onClick={() => setLeaving(true)}>
            <Icon name="bin" />
          </ActionIcon>
        </Group>
      }
    >
      <div id={id('procedureID')} tabIndex={-1} className={styles.stack}>
        <AboutProcedure chosen={chosen} referred={referred} error={errorAt(`${path}.procedureID`)} />
        {chosen.sideRequired && (
          <ChoiceCards
            id={id('side')}
            label="Side"
            hint="Confirm the side aloud with the patient."
            choices={SIDE_CHOICES}
            value={side}
            onChange={(picked) => change({ side: picked })}
            error={errorAt(`${path}.side`)}
          />
        )}
        {needless !== null && (
          <div className={styles.stack}>
            <p className={styles.error}>{needless}</p>
            <Button id={id('side')} variant="default" onClick={() => change({ side: null })}>
              Take {sideInWords(chosen.side)} away
            </Button>
          </div>
        )}
        <TextField
          id={id('site')}
          label="Site"
          optional
          hint="For example “eye”: the form then says RIGHT eye."
          maxLength={SITE_MOST}
          value={chosen.site}
          onChange={(site) => change({ site })}
          error={errorAt(`${path}.site`)}
        />
        <CheckCards
          id={id('anaesthetic')}
          label="Anaesthetic planned"
          optional
          choices={ANAESTHETICS}
          value={planned}
          onChange={(anaesthetic) => change({ anaesthetic: [...anaesthetic] })}
          error={errorAt(`${path}.anaesthetic`)}
        />
      </div>
      <ConfirmModal
        opened={isLeaving}
        title={`Remove ${chosen.procedureName}?`}
        okLabel="Remove procedure"
        tone="stop"
        onOk={onRemove}
        onCancel={() => setLeaving(false)}
      >
        {count > 1 ? 'The other procedures stay.' : 'No procedure will be chosen then.'} Its side and your changes to its risks
        are removed with it.
      </ConfirmModal>
    </Panel>
  );
}

type AboutProps = Pick<Props, 'chosen' | 'referred'> & { readonly error: string | undefined };

/** The other name of a procedure, whether a referral names it, and what it is. */
function AboutProcedure({ chosen: { procedureAcronym, procedureDescription }, referred, error }: AboutProps) {
  return (
    <>
      {procedureAcronym !== '' && <p className={styles.small}>Also called {procedureAcronym}</p>}
      {referred !== undefined && <p className={styles.small}>From the referral: {referredInWords(referred)}</p>}
      <p className={styles.reading}>{procedureDescription}</p>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </>
  );
}
