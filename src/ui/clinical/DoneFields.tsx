import { WITHOUT_REASON } from '#domain/cases/case-end.ts';
import { hasInk } from '#domain/values/ink.ts';
import { isPlainDate, longDate } from '#domain/values/plain-date.ts';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** An operation as somebody records it. */
export type DoneDraft = {
  /** plain date; unfinished text while it is written */
  readonly on: string;
  readonly withoutReason: string;
};

/** An operation that is recorded: on the listed day where that has come, else today. @param today - plain date */
export function emptyDone(listedOn: string | null, today: string): DoneDraft {
  return { on: listedOn !== null && listedOn <= today ? listedOn : today, withoutReason: '' };
}

/** Whether an operation can be recorded as it is written. */
export function isDoneWritten(
  { on, withoutReason }: DoneDraft,
  { today, asksReason }: Pick<Props, 'today' | 'asksReason'>,
): boolean {
  const isExplained = hasInk(withoutReason) && withoutReason.trim().length >= WITHOUT_REASON.least;
  return isPlainDate(on) && on <= today && (!asksReason || isExplained);
}

type Props = {
  readonly draft: DoneDraft;
  readonly onChange: (draft: DoneDraft) => void;
  /** plain dates */
  readonly listedOn: string | null;
  readonly today: string;
  /** whether no consent is in force, so that it is asked why */
  readonly asksReason: boolean;
};

/** The day of an operation that was done, and why where no consent was in force. Nothing of it stops anybody from recording what was done. */
export function DoneFields({ draft, onChange, listedOn, today, asksReason }: Props) {
  const { on, withoutReason } = draft;
  const isOther = listedOn !== null && isPlainDate(on) && on !== listedOn;
  return (
    <>
      <PlainDateField
        id="done-on"
        label="Day of the operation"
        value={on}
        error={isPlainDate(on) && on > today ? 'The operation cannot have been done on a day to come' : undefined}
        onChange={(value) => onChange({ ...draft, on: value })}
      />
      {isOther && (
        <Notice tone="warn" title={`The list says ${longDate(listedOn)}.`} live>
          Is the day above right?
        </Notice>
      )}
      {asksReason && (
        <>
          <Notice tone="stop" title="No consent is in force. Was it an emergency?" live>
            It is recorded all the same, with your reason. If this is another patient, cancel.
          </Notice>
          <TextAreaField
            id="done-without-reason"
            label="Why was it done without a consent in force?"
            hint={`At least ${WITHOUT_REASON.least} characters`}
            value={withoutReason}
            maxLength={WITHOUT_REASON.most}
            onChange={(value) => onChange({ ...draft, withoutReason: value })}
          />
        </>
      )}
    </>
  );
}
