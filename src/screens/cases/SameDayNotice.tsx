import type { ReactNode } from 'react';
import { sameDayOperations } from '#domain/theatre/same-day.ts';
import { paths } from '#src/paths.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { useSameDay } from './use-same-day.ts';

type Props = {
  readonly record: Pick<CaseSummaryView, 'recordID' | 'listed' | 'sameDay'>;
  /** the way to settle it, while it is open */
  readonly action?: ReactNode;
};

/** Says that other consents of the patient are in force for the same operation on the same day, with the way to each. */
export function SameDayNotice({ record, action }: Props) {
  const found = useSameDay(record);
  if (found === null || found.state === 'ALONE') return null;
  const { recordID, sameDay = [] } = record;
  const own = sameDay.filter((each) => each.recordID === recordID);
  return (
    <Notice tone={found.state === 'OPEN' ? 'warn' : 'ok'} title={found.words} live action={action}>
      This form: <strong>{own.map(sameDayOperations).join('; ')}</strong>.
      {found.others.map((other) => (
        <span key={other.recordID}>
          {' '}
          Another form: <strong>{sameDayOperations(other)}</strong>.{' '}
          <ButtonLink href={paths.record(other.recordID).href} variant="subtle" size="compact-sm">
            Open the other form
          </ButtonLink>
        </span>
      ))}
      {found.state === 'OPEN' &&
        ' Take the one that is wrong off the list, or end it. Nothing is done before it is known which is right.'}
    </Notice>
  );
}
