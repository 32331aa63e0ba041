import { CallFailed } from '#contract/engine/call.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { FailedState } from '#src/ui/states.tsx';

/** The sentence in place of the dashboard when the server has failed (spec §8). */
export const DASHBOARD_FAILED = 'Something Went Wrong, please try again later!';

type FiguresFailedProps = {
  readonly failure: unknown;
  /** One line in the place of a row of counts. */
  readonly isShort?: boolean;
  readonly onRetry?: () => void;
};

/** The notice in place of figures that failed to load: the specification's sentence, or that the server is unreachable. */
export function FiguresFailed({ failure, isShort = false, onRetry = () => undefined }: FiguresFailedProps) {
  const isFailed = failure instanceof CallFailed && failure.status !== 403;
  if (isShort) return <p>{isFailed ? DASHBOARD_FAILED : 'The counts come as soon as the server answers.'}</p>;
  if (!isFailed) return <QueryFailure failure={failure} onRetry={onRetry} />;
  return (
    <FailedState title={DASHBOARD_FAILED} onRetry={onRetry}>
      The figures are counted by the server, and it could not answer.
    </FailedState>
  );
}
