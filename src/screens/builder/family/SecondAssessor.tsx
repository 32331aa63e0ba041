import type { GillickAssessment } from '#domain/family/child.ts';
import { FEW_CHILDREN_WORDS, GILLICK_WORDS } from '#domain/family/family-words.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = { readonly gillick: GillickAssessment; readonly error: string | undefined };

/** Warns beside a child between 8 and 12 who is to decide alone, and tells whether a second person has assessed the child. */
export function SecondAssessor({ gillick: { second = null }, error }: Props) {
  const { timeZone } = useProduct();
  return (
    <div id="child-gillick-second" tabIndex={-1}>
      <Notice tone={error === undefined ? 'warn' : 'stop'} title={FEW_CHILDREN_WORDS}>
        {second === null
          ? 'A colleague with an own account opens this case and assesses the child too, before the form is sent. A change of your assessment asks for it again.'
          : `Second assessor: ${second.name}, ${longTime(second.at, timeZone)}. ${GILLICK_WORDS[`${second.able}`]}. ${second.reason}`}
      </Notice>
    </div>
  );
}
