import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { ListedPanel } from './ListedPanel.tsx';
import { OperationPanel } from './OperationPanel.tsx';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  readonly consents: readonly ConsentView[];
  /** whether this person may record the operation as done */
  readonly mayEnd: boolean;
  readonly mayWrite: boolean;
};

/** Where a case is listed for surgery, and whether its operation was done. */
export function TheatrePanels({ mayEnd, ...props }: Props) {
  return (
    <>
      <OperationPanel {...props} mayEnd={mayEnd} />
      <ListedPanel {...props} />
    </>
  );
}
