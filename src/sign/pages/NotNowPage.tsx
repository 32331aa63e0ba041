import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { submit } from '#src/sign/submit.ts';
import { useSubmit } from '#src/sign/use-submit.ts';
import type { Aside } from '#src/sign/visit.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** Confirms "I need more time" or "I do not agree", with an optional reason. */
export function NotNowPage({
  visiting,
  details,
  navigation,
  aside,
}: SignerStepProps & { readonly aside: Exclude<Aside, 'stop'> }) {
  const words = useFormTexts()[aside];
  const { visit, dispatch, attemptFor } = visiting;
  const { isSending, problems, send } = useSubmit(visiting);
  const message = visit.input.words;
  const give = () =>
    void send(async () => {
      const comments = hasInk(message) ? { [aside === 'later' ? 'comments' : 'reason']: message } : {};
      const fields = { consentID: details.consent.consentID, ...comments };
      const call = aside === 'later' ? 'recordLater' : 'recordDecline';
      const { key, body: input } = attemptFor(call, fields, () => fields);
      const result = await submit({ call, input, key }).catch(asAlreadySigned);
      const isQueued = result.kind === 'queued';
      const isSigned = result.kind === 'sent' && result.answer.data.signerState === 'SIGNED';
      dispatch({ kind: 'over', ending: isSigned ? 'signed' : aside === 'later' ? 'later' : 'declined', isQueued });
    });
  return (
    <SignerPage
      onBack={navigation.onBack}
      isBusy={navigation.isBusy}
      h1={words.h1}
      problems={problems}
      actions={<Onward onClick={give} label={words.send} isBusy={isSending} />}
    >
      <p>{words.lead}</p>
      <SignerField
        id={aside === 'later' ? 'comments' : 'reason'}
        label={words.label}
        hint={words.hint}
        value={message}
        onValue={(value) => dispatch({ kind: 'input', input: { words: value } })}
        problems={problems}
        most={NOTE_MOST}
        lines={4}
      />
    </SignerPage>
  );
}

// The answer to a signature may have been lost. The signature then counts, so the page shows the visit as signed.
function asAlreadySigned(error: unknown): { kind: 'sent'; answer: { data: { signerState: 'SIGNED' } } } {
  if (error instanceof CallFailed && error.code === 'ALREADY_SIGNED')
    return { kind: 'sent', answer: { data: { signerState: 'SIGNED' } } };
  throw error;
}
