import type { Visiting } from '#src/sign/use-visit.ts';
import { Onward } from './Onward.tsx';
import { StopHere } from './StopHere.tsx';

type ReadOnProps = Pick<Visiting, 'dispatch'> & {
  /** goes to the next page when left out */
  readonly onClick?: () => void;
  readonly label?: string;
  readonly isBusy?: boolean;
};

/** The actions of a page that is read or answered: on to the next page, or stop here. */
export function ReadOn({ dispatch, onClick = () => dispatch({ kind: 'onward' }), isBusy = false, ...rest }: ReadOnProps) {
  return (
    <>
      <Onward {...rest} onClick={onClick} isBusy={isBusy} />
      <StopHere dispatch={dispatch} isBusy={isBusy} />
    </>
  );
}
