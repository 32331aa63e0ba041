import { useState } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { PasswordEntry } from './PasswordEntry.tsx';
import { interruptedHandover, resumeVisit } from './resume-visit.ts';
import { TakeBackForm } from './TakeBackForm.tsx';
import { takeBackTexts } from './texts.ts';
import { takeBackOffline } from './unlock-offline.ts';
import { useFormSubmit } from './use-form-submit.ts';

type ResumeProps = {
  readonly onBack: (() => void) | undefined;
  /** The tablet is to be taken back instead; `why` gives the reason when a person did not choose it. */
  readonly onOther: (why?: string) => void;
};

/** Asks for the clinician's password to go on with a visit whose page was lost; the password opens the vault on this tablet. */
export function Resume({ onBack, onOther }: ResumeProps) {
  const { resume, unlock } = takeBackTexts;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const submit = useFormSubmit(async () => {
    if (password === '') return setProblems([{ field: 'password', message: unlock.empty }]);
    const { userHash } = interruptedHandover() ?? {};
    // Ended meanwhile in another tab.
    if (userHash === undefined) return onOther(resume.unreadable);
    setProblems([]);
    const refused = await takeBackOffline({
      userHash,
      password,
      onOpened: async (opened) => {
        if (opened.kind === 'vault' && !(await resumeVisit(opened.vault))) onOther(resume.unreadable);
      },
    });
    if (refused?.kind === 'tooOld') return onOther(refused.message);
    if (refused !== null) setProblems([{ field: 'password', message: refused.message }]);
  });
  return (
    <TakeBackForm
      h1={resume.h1}
      onBack={onBack}
      problems={problems}
      onSubmit={submit}
      send={resume.send}
      other={{ label: resume.other, onPress: () => onOther() }}
    >
      <p>{resume.lead}</p>
      <PasswordEntry
        label={unlock.password}
        value={password}
        onValue={(text) => {
          setPassword(text);
          setProblems([]);
        }}
        problems={problems}
      />
    </TakeBackForm>
  );
}
