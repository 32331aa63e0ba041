import { Field } from '../pieces/Field.tsx';
import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import { mayAnswer } from '../steps.ts';
import { useAnswers } from '../use-answers.ts';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** What matters to the patient, in the patient's own words. */
export function Matters({ visiting, details, place }: StepProps) {
  const { matters, fixed } = useFormWords();
  const { visit, dispatch } = visiting;
  const { isSending, problems, keep, keepSoon } = useAnswers(visiting, details);
  const said = details.consent.mattersToMe;
  const typed = visit.typed.matters;
  const isOpen = mayAnswer(details);
  const isChanged = isOpen && typed.trim() !== said;
  const onward = () => keep(isChanged ? { mattersToMe: typed } : null);
  return (
    <Page {...place} h1={matters.h1} problems={problems} actions={<Onward onClick={onward} isBusy={isSending} />}>
      {isOpen ? (
        <>
          <p>{matters.lead}</p>
          <Field
            id="mattersToMe"
            label={matters.label}
            hint={matters.hint}
            value={typed}
            onValue={(value) => dispatch({ kind: 'typed', typed: { matters: value } })}
            onDone={() => isChanged && keepSoon({ mattersToMe: typed })}
            problems={problems}
            most={5000}
            lines={6}
          />
        </>
      ) : (
        <>
          <p className="card kept-lines">{said === '' ? matters.nothing : said}</p>
          {details.consent.signatures.length > 0 && <p>{fixed}</p>}
        </>
      )}
    </Page>
  );
}
