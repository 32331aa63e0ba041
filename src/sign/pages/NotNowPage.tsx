import { CallFailed } from '#contract/call.ts';
import { Field } from '../pieces/Field.tsx';
import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import { say } from '../say.ts';
import { useSending } from '../use-sending.ts';
import type { Aside } from '../visit.ts';
import { useFormWords } from '../form-words.ts';
import type { StepProps } from './step-props.ts';

/** "I need more time" and "I do not agree": said once more, with words or without. */
export function NotNowPage({ visiting, details, place, aside }: StepProps & { readonly aside: Aside }) {
  const words = useFormWords()[aside];
  const { visit, dispatch, attemptFor } = visiting;
  const { isSending, problems, send } = useSending(visiting);
  const typed = visit.typed.words;
  const give = () =>
    void send(async () => {
      const comments = typed.trim() === '' ? {} : { [aside === 'later' ? 'comments' : 'reason']: typed };
      const fields = { consentID: details.consent.consentID, ...comments };
      const call = aside === 'later' ? 'recordLater' : 'recordDecline';
      const { key, body: input } = attemptFor(call, fields, () => fields);
      const said = await say({ call, input, key }).catch(asAlreadySigned);
      const isKept = said.kind === 'kept';
      const isSigned = said.kind === 'sent' && said.answer.data.signerState === 'SIGNED';
      dispatch({ kind: 'over', ending: isSigned ? 'signed' : aside === 'later' ? 'later' : 'declined', isKept });
    });
  return (
    <Page
      onBack={place.onBack}
      isBusy={place.isBusy}
      h1={words.h1}
      problems={problems}
      actions={<Onward onClick={give} label={words.send} isBusy={isSending} />}
    >
      <p>{words.lead}</p>
      <Field
        id={aside === 'later' ? 'comments' : 'reason'}
        label={words.label}
        hint={words.hint}
        value={typed}
        onValue={(value) => dispatch({ kind: 'typed', typed: { words: value } })}
        problems={problems}
        most={2000}
        lines={4}
      />
    </Page>
  );
}

// The reply to a signature may have been lost: then it counts, and the page must not say otherwise.
function asAlreadySigned(error: unknown): { kind: 'sent'; answer: { data: { signerState: 'SIGNED' } } } {
  if (error instanceof CallFailed && error.code === 'ALREADY_SIGNED')
    return { kind: 'sent', answer: { data: { signerState: 'SIGNED' } } };
  throw error;
}
