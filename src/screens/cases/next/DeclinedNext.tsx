import { Button } from '@mantine/core';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { NEW_VERSION } from '../acts/act-words.ts';
import { StepPanel } from './StepPanel.tsx';

type Props = {
  readonly formType: FormType;
  /** Starts a new version; absent where this person may not. */
  readonly onReopen: (() => void) | undefined;
};

/** Somebody who has to sign said no: the talk comes first, then a new version. */
export function DeclinedNext({ formType, onReopen }: Props) {
  return (
    <StepPanel
      words={
        deciderOf(formType) === 'clinician'
          ? 'Talk with whoever does not agree. Nothing is done before that is settled. Then start a new version.'
          : 'Talk it through again. Nothing is done without consent. Then start a new version.'
      }
    >
      {onReopen !== undefined && <Button onClick={onReopen}>{NEW_VERSION}</Button>}
    </StepPanel>
  );
}
