import { Checkbox } from '@mantine/core';
import { capitalised } from '#domain/base/capitalised.ts';
import { AGREEMENT_WORDS, ANSWERED_HOW_WORDS } from '#domain/family/parent-words.ts';
import { AGREEMENTS, ANSWERED_HOW, type Parent, type Responsibility, PARENT_NOTE_MOST } from '#domain/family/parent.ts';
import { EMAIL_MOST } from '#domain/values/text-limits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { AdultProps } from '#src/editing/adult-props.ts';

const TAKES_PART = [
  { value: 'SIGNS', label: 'Signs this form', hint: 'On this tablet' },
  { value: 'REPORTED', label: 'Does not sign', hint: 'The answer is written down' },
] as const;
const ANSWERS = AGREEMENTS.map((value) => ({ value, label: AGREEMENT_WORDS[value] }));
const HOW = ANSWERED_HOW.map((value) => ({ value, label: capitalised(ANSWERED_HOW_WORDS[value]) }));
/** Grounds on which somebody under 16 may decide for their own child. */
const BY_BIRTH: ReadonlySet<Responsibility | null> = new Set<Responsibility>([
  'MOTHER',
  'FATHER_MARRIED',
  'FATHER_REGISTERED',
  'SECOND_PARENT',
]);

type Props = AdultProps & {
  /** Whether the child allows that something is sent to adults, and no contact details are protected. */
  readonly mayWrite: boolean;
};

/** How an adult takes part: by signing, or by an answer that is written down. */
export function AdultAnswer({ parent, idAt, faultAt, change, mayWrite }: Props) {
  const { signs, answer, answeredHow, under16, note } = parent;
  const hasAnswer = !signs && answer !== 'NOT_ASKED';
  return (
    <>
      <ChoiceCards
        id={idAt('signs')}
        label="How does this adult take part?"
        choices={TAKES_PART}
        value={signs ? 'SIGNS' : 'REPORTED'}
        onChange={(value) => change({ signs: value === 'SIGNS' })}
        error={faultAt('signs')}
      />
      {!signs && (
        <ChoiceCards
          id={idAt('answer')}
          label="What did this adult answer?"
          choices={ANSWERS}
          value={answer}
          onChange={(value) => change({ answer: value })}
          error={faultAt('answer')}
        />
      )}
      {hasAnswer && (
        <ChoiceCards
          id={idAt('answeredHow')}
          label="How was the answer given?"
          optional
          choices={HOW}
          value={answeredHow}
          onChange={(value) => change({ answeredHow: value })}
          error={faultAt('answeredHow')}
        />
      )}
      {(BY_BIRTH.has(parent.responsibility) || under16) && (
        <Checkbox
          id={idAt('under16')}
          label="This parent is under 16"
          checked={under16}
          onChange={({ currentTarget: { checked } }) => change({ under16: checked })}
        />
      )}
      <TextAreaField
        id={idAt('note')}
        label={noteLabel(parent)}
        optional={!(under16 && signs)}
        maxLength={PARENT_NOTE_MOST}
        minRows={2}
        value={note}
        onChange={(text) => change({ note: text })}
        error={faultAt('note')}
      />
      {(mayWrite || parent.emailAddress !== null) && (
        <TextField
          id={idAt('emailAddress')}
          label="Email"
          optional
          hint="To reach this adult. It is not printed on the form."
          type="email"
          maxLength={EMAIL_MOST}
          value={parent.emailAddress ?? ''}
          onChange={(text) => change({ emailAddress: text === '' ? null : text })}
          error={faultAt('emailAddress')}
        />
      )}
    </>
  );
}

function noteLabel({ under16, signs }: Parent): string {
  return under16 && signs ? 'How was this parent judged able to decide?' : 'Note';
}
