import { hasInk } from '#domain/values/ink.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { useState } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { Onward } from '#src/sign/pieces/Onward.tsx';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import type { LinkTexts } from '#src/sign/texts/link-texts.ts';

type AskPageProps = {
  readonly texts: Pick<LinkTexts['ask'], 'h1' | 'lead' | 'label' | 'empty' | 'send'>;
  readonly onBack: () => void;
  /** @returns the problems, if it was not sent */
  readonly onSend: (text: string) => Promise<readonly SignerCallProblem[]>;
};

/** The words of somebody who has answered, a question or a note: they hold nothing back. */
export function AskPage({ texts, onBack, onSend }: AskPageProps) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const send = () => {
    if (isSending) return undefined;
    if (!hasInk(text)) return setProblems([{ field: 'text', message: texts.empty }]);
    setSending(true);
    return void onSend(text)
      .then(setProblems)
      .finally(() => setSending(false));
  };
  return (
    <SignerPage
      h1={texts.h1}
      onBack={onBack}
      isBusy={isSending}
      problems={problems}
      actions={<Onward onClick={send} label={texts.send} isBusy={isSending} />}
    >
      <p>{texts.lead}</p>
      <SignerField id="text" label={texts.label} value={text} onValue={setText} problems={problems} most={NOTE_MOST} lines={4} />
    </SignerPage>
  );
}
