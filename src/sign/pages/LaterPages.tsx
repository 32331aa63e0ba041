import { CHOICE_ANSWERS } from '#domain/consents/consent.ts';
import { Choose } from '#src/sign/pieces/Choose.tsx';
import { EnglishWords } from '#src/sign/pieces/EnglishWords.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { answeredOf } from '#src/sign/later-answers.ts';
import { withoutField } from '#src/sign/mended-problems.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { useLaterTexts } from '#src/sign/texts/use-later-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { useSubmit } from '#src/sign/use-submit.ts';
import { LaterSign } from './LaterSign.tsx';

/** The pages of somebody who has signed before. */
type LaterStep = 'again' | 'answers';

/** The choices that a signed form leaves open to its signer, and the signature under their answers: nothing else is done in such a visit. */
export function LaterPages({ at, ...props }: SignerStepProps & { readonly at: LaterStep }) {
  return at === 'again' ? <Again {...props} /> : <LaterSign {...props} />;
}

/** The open choices, each with the answer that was signed and three equal answers now. */
function Again({ visiting, details, navigation }: SignerStepProps) {
  const { choices } = useFormTexts();
  const words = useLaterTexts();
  const { visit, dispatch } = visiting;
  const { problems, showProblems } = useSubmit(visiting);
  const points = details.later?.points ?? [];
  const { again } = visit.input;
  const options = CHOICE_ANSWERS.map((value) => ({ value, label: choices[value] }));
  const answerOf = (id: string) => again.find((each) => each.id === id)?.answer ?? null;
  const onward = () => {
    const open = points.filter(({ id }) => answerOf(id) === null);
    if (open.length > 0) return showProblems(open.map(({ id }) => ({ field: fieldOf(id), message: words.choose })));
    return dispatch({ kind: 'onward' });
  };
  return (
    <SignerPage {...navigation} h1={words.h1} problems={problems} actions={<Onward onClick={onward} />}>
      <p>{words.lead}</p>
      {points.map(({ id, title, first }) => (
        <section key={id}>
          <Choose
            id={fieldOf(id)}
            legend={<EnglishWords>{title}</EnglishWords>}
            options={options}
            value={answerOf(id)}
            onValue={(value) => {
              showProblems(withoutField(problems, fieldOf(id)));
              dispatch({ kind: 'input', input: { again: answeredOf(points, again, { id, answer: value }) } });
            }}
            problems={problems}
          />
          <p className="small">{words.first(first === null ? choices.none : choices[first])}</p>
        </section>
      ))}
      <p className="card note">{words.others}</p>
    </SignerPage>
  );
}

/** Id of a choice's first radio button, and its field name in a problem. */
function fieldOf(id: string): string {
  return `again-${id}`;
}
