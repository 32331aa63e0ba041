import type { SignerStepProps } from './step-props.ts';
import { refuseIdentity } from './identity-refusal.ts';

/** The two answers to the question who this is. */
export function identityAnswers({ dispatch, visit, confirm }: SignerStepProps['visiting']) {
  return {
    // The form is read while the "yes" is on its way.
    yes: () => {
      dispatch({ kind: 'confirmed' });
      if (!visit.isConfirmed) confirm();
    },
    // The wrong form disappears at once: the person does not wait for the network.
    no: () => {
      dispatch({ kind: 'over', ending: 'wrongPerson' });
      refuseIdentity();
    },
  };
}
