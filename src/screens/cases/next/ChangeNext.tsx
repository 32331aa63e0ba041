import { Button } from '@mantine/core';
import { ACT_WORDS } from '../acts/act-words.ts';
import { StepPanel } from './StepPanel.tsx';

type Props = { readonly onChange: () => void };

/** A signer said that the details are wrong: who they are is checked, and perhaps the form is changed. */
export function DetailsWrongNext({ onHandOver, onChange }: Props & { readonly onHandOver: () => void }) {
  return (
    <StepPanel words="Check who this is. If the form is wrong, change it; it is then made ready for signing again.">
      <Button variant="default" onClick={onHandOver}>
        Hand the tablet over again
      </Button>
      <ChangeButton onChange={onChange} />
    </StepPanel>
  );
}

/** The interpreter cannot sign: another one is found, and the form changed. */
export function NotInterpretedNext({ onChange }: Props) {
  return (
    <StepPanel words="Find another interpreter, then change the form. It is made ready for signing again.">
      <ChangeButton onChange={onChange} />
    </StepPanel>
  );
}

function ChangeButton({ onChange }: Props) {
  return <Button onClick={onChange}>{ACT_WORDS.recall.label}</Button>;
}
