import './understanding.css';
import { useState } from 'react';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import { useUnderstandingTexts } from '#src/sign/texts/use-understanding-texts.ts';
import type { FormQuestion } from '#src/sign/understanding-questions.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

const SKIP = 'skip';

type UnderstandingQuestionProps = Pick<SignerStepProps, 'navigation'> & {
  readonly question: FormQuestion;
  readonly number: number;
  readonly count: number;
  readonly dispatch: SignerStepProps['visiting']['dispatch'];
  /** null for no answer */
  readonly onAnswer: (option: number | null) => void;
};

/** One question with its answers as equal buttons; not to answer is one of them, and so is going on without a choice. */
export function UnderstandingQuestionPage({
  question,
  number,
  count,
  navigation,
  dispatch,
  onAnswer,
}: UnderstandingQuestionProps) {
  const words = useUnderstandingTexts();
  const about = useTranslation()?.about;
  const [chosen, setChosen] = useState<string | null>(null);
  const options = [
    ...question.options.map((label, at) => ({ value: String(at), label: <bdi {...ENGLISH}>{label}</bdi> })),
    { value: SKIP, label: words.skip },
  ];
  const onward = () => onAnswer(chosen === null || chosen === SKIP ? null : Number(chosen));
  return (
    <SignerPage {...navigation} h1={question.question} isEnglish actions={<ReadOn dispatch={dispatch} onClick={onward} />}>
      <p className="small">
        {words.progress(number, count)}: <bdi {...ENGLISH}>{question.procedureName}</bdi>
      </p>
      {about !== undefined && <p className="card note">{about.inEnglish}</p>}
      <p>{words.lead}</p>
      <div className="understanding">
        <Choose
          id={question.id}
          legend={<bdi {...ENGLISH}>{question.question}</bdi>}
          isLegendHidden
          options={options}
          value={chosen}
          onValue={setChosen}
        />
      </div>
    </SignerPage>
  );
}
