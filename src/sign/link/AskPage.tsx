import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useState } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useLinkTexts } from '#src/sign/texts/use-link-texts.ts';

type AskPageProps = {
  readonly onBack: () => void;
  /** @returns the problems, if it was not sent */
  readonly onSend: (text: string) => Promise<readonly SignerCallProblem[]>;
};

/** A question of somebody who has signed: it holds nothing back. */
export function AskPage({ onBack, onSend }: AskPageProps) {
  const { ask } = useLinkTexts();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const send = () => {
    if (isSending) return undefined;
    if (!hasInk(text)) return setProblems([{ field: 'text', message: ask.empty }]);
    setSending(true);
    return void onSend(text)
      .then(setProblems)
      .finally(() => setSending(false));
  };
  return (
    <SignerPage
      h1={ask.h1}
      onBack={onBack}
      isBusy={isSending}
      problems={problems}
      actions={<Onward onClick={send} label={ask.send} isBusy={isSending} />}
    >
      <p>{ask.lead}</p>
      <SignerField id="text" label={ask.label} value={text} onValue={setText} problems={problems} most={NOTE_MOST} lines={4} />
    </SignerPage>
  );
}
