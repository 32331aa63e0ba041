import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useState } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';

type WithdrawPageProps = {
  readonly onBack: () => void;
  /** @returns the problems, if it was not sent */
  readonly onYes: (reason: string) => Promise<readonly SignerCallProblem[]>;
};

/** A change of mind after the signature: the reason first, then one more time whether that is meant. */
export function WithdrawPage({ onBack, onYes }: WithdrawPageProps) {
  const { withdraw } = useLinkTexts();
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const send = () => {
    if (isSending) return;
    setSending(true);
    void onYes(reason)
      .then(setProblems)
      .finally(() => setSending(false));
  };
  if (!isAsking)
    return (
      <SignerPage h1={withdraw.h1} onBack={onBack} actions={<Onward onClick={() => setAsking(true)} />}>
        <p>{withdraw.lead}</p>
        <SignerField
          id="reason"
          label={withdraw.label}
          hint={withdraw.hint}
          value={reason}
          onValue={setReason}
          most={NOTE_MOST}
          lines={4}
        />
      </SignerPage>
    );
  return (
    <SignerPage
      h1={withdraw.sure}
      onBack={() => setAsking(false)}
      isBusy={isSending}
      problems={problems}
      actions={
        <>
          <Onward onClick={send} label={withdraw.yes} isBusy={isSending} />
          <button type="button" className="button" aria-disabled={isSending} onClick={isSending ? undefined : onBack}>
            {withdraw.no}
          </button>
        </>
      }
    >
      <p>{withdraw.sureLead}</p>
    </SignerPage>
  );
}
