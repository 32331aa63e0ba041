import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { isFixed, mayAnswer } from '#src/sign/steps.ts';
import { useAnswers } from '#src/sign/use-answers.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The patient's own words on what matters to them. */
export function Matters({ visiting, details, navigation }: SignerStepProps) {
  const { matters, fixed } = useFormTexts();
  const { visit, dispatch } = visiting;
  const { isSending, problems, keep, keepSoon } = useAnswers(visiting, details);
  const saved = details.consent.mattersToMe;
  const mattersText = visit.input.matters;
  const isOpen = mayAnswer(details);
  const isChanged = isOpen && mattersText.trim() !== saved;
  const onward = () => keep(isChanged ? { mattersToMe: mattersText } : null);
  return (
    <SignerPage
      {...navigation}
      h1={matters.h1}
      problems={problems}
      actions={<ReadOn dispatch={dispatch} onClick={onward} isBusy={isSending} />}
    >
      {isOpen ? (
        <>
          <p>{matters.lead}</p>
          <SignerField
            id="mattersToMe"
            label={matters.label}
            hint={matters.hint}
            value={mattersText}
            onValue={(value) => dispatch({ kind: 'input', input: { matters: value } })}
            onDone={() => isChanged && keepSoon({ mattersToMe: mattersText })}
            problems={problems}
            most={LONG_TEXT_MOST}
            lines={6}
          />
        </>
      ) : (
        <>
          <p className="card kept-lines" dir="auto">
            {saved === '' ? matters.nothing : saved}
          </p>
          {isFixed(details) && <p>{fixed}</p>}
        </>
      )}
    </SignerPage>
  );
}
