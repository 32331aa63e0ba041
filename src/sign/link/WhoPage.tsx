import { NAME_MOST } from '#domain/values/text-limits.ts';
import { AGENCY_NUMBER_MOST } from '#domain/consents/consent.ts';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { useRef, useState, type FormEvent } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import type { WhoAnswers } from './link-calls.ts';
import { ProblemWords } from '#src/sign/pieces/EnglishWords.tsx';
import { NO_WHO_INPUT, WHO_GROUP, whoAnswersOf, whoProblems, type WhoInput } from './who-answers.ts';

type WhoPageProps = {
  readonly bare: BareLink;
  /** asked before, in this page */
  readonly isAgain: boolean;
  /** Sends the answers, and shows what follows. */
  readonly onAnswers: (answers: WhoAnswers) => Promise<void>;
};

const TEXT_FIELDS = [
  { id: 'lastName', most: NAME_MOST },
  { id: 'name', most: NAME_MOST },
  { id: 'code', most: AGENCY_NUMBER_MOST },
] as const;

/** Asks the holder of a link who they are. Wrong answers stay in their fields, and nobody is told which of them is wrong. */
export function WhoPage({ bare, isAgain, onAnswers }: WhoPageProps) {
  const words = useTexts();
  const { who } = useLinkTexts();
  const [input, setInput] = useState(NO_WHO_INPUT);
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const isRunning = useRef(false);
  const set = (name: keyof WhoInput) => (value: string) => setInput((before) => ({ ...before, [name]: value }));
  const send = async () => {
    const answers = whoAnswersOf(bare.needs, input, who);
    if (!('dateOfBirth' in answers || 'code' in answers)) return setProblems(answers);
    setProblems([]);
    setSending(true);
    try {
      await onAnswers(answers);
    } catch (failure) {
      setProblems(whoProblems(failure, words, who));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    void send().finally(() => (isRunning.current = false));
  };
  const wrong = problems.find(({ field }) => field === WHO_GROUP);
  return (
    <form onSubmit={submit} noValidate>
      <SignerPage
        h1={who.h1}
        problems={problems}
        actions={
          <button type="submit" className="button primary" aria-disabled={isSending}>
            {words.continue}
          </button>
        }
      >
        {isAgain && <p>{who.again}</p>}
        <fieldset
          className="who-group"
          id={WHO_GROUP}
          tabIndex={-1}
          data-wrong={wrong === undefined ? undefined : ''}
          aria-describedby={wrong === undefined ? undefined : 'who-problem'}
        >
          <legend className="unseen">{who.group}</legend>
          {wrong !== undefined && (
            <p id="who-problem" className="wrong">
              <ProblemWords of={wrong} />
            </p>
          )}
          {bare.needs.includes('dateOfBirth') && (
            <BirthDate initial={bare.patientInitial} input={input} set={set} problems={problems} />
          )}
          {TEXT_FIELDS.filter(({ id }) => bare.needs.includes(id)).map(({ id, most }) => (
            <SignerField key={id} id={id} label={who[id]} value={input[id]} onValue={set(id)} problems={problems} most={most} />
          ))}
        </fieldset>
      </SignerPage>
    </form>
  );
}

type BirthDateProps = {
  readonly initial: string;
  readonly input: WhoInput;
  readonly set: (name: keyof WhoInput) => (value: string) => void;
  readonly problems: readonly SignerCallProblem[];
};

const PARTS = ['day', 'month', 'year'] as const;

function BirthDate({ initial, input, set, problems }: BirthDateProps) {
  const { who } = useLinkTexts();
  const wrong = problems.find(({ field }) => field === 'day');
  return (
    <fieldset
      className="birth"
      data-wrong={wrong === undefined ? undefined : ''}
      aria-describedby={wrong === undefined ? 'birth-hint' : 'birth-hint birth-problem'}
    >
      <legend>{who.birth(initial)}</legend>
      <p id="birth-hint">{who.birthHint}</p>
      {wrong !== undefined && (
        <p id="birth-problem" className="wrong">
          <ProblemWords of={wrong} />
        </p>
      )}
      <div className="birth-parts">
        {PARTS.map((part) => (
          <SignerField
            key={part}
            id={part}
            label={who[part]}
            value={input[part]}
            onValue={set(part)}
            most={part === 'year' ? 4 : 2}
            inputMode="numeric"
          />
        ))}
      </div>
    </fieldset>
  );
}
