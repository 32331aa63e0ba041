import type { ReactNode } from 'react';
import { sameDayOf, sameDayOperations } from '#domain/theatre/same-day.ts';
import { paths } from '#src/paths.ts';
import { useToday } from '#src/queries/use-today.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  readonly record: Pick<CaseSummaryView, 'recordID' | 'listed' | 'sameDay'>;
  /** the way to settle it, while it is open */
  readonly action?: ReactNode;
};

/** Says that other consents of the patient are in force for the same operation on the same day, with the way to each. */
export function SameDayNotice({ record: { recordID, listed, sameDay = [] }, action }: Props) {
  const today = useToday();
  if (listed == null) return null;
  const found = sameDayOf(recordID, sameDay, { listedOn: listed.date, today });
  if (found.state === 'ALONE') return null;
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
