import type { FormEvent, ReactNode } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';

type TakeBackFormProps = {
  readonly h1: string;
  readonly onBack: (() => void) | undefined;
  readonly problems: readonly SignerCallProblem[];
  readonly onSubmit: (event: FormEvent) => void;
  /** the button that sends the form */
  readonly send: string;
  /** the quieter button below it */
  readonly other?: { readonly label: string; readonly onPress: (event: FormEvent) => void };
  readonly children: ReactNode;
};

/** One step of taking the tablet back: a page whose fields are sent by its first button. */
export function TakeBackForm({ h1, onBack, problems, onSubmit, send, other, children }: TakeBackFormProps) {
  const actions = (
    <>
      <button type="submit" className="button primary">
        {send}
      </button>
      {other !== undefined && (
        <button type="button" className="button" onClick={other.onPress}>
          {other.label}
        </button>
      )}
    </>
  );
  return (
    <form onSubmit={onSubmit} noValidate>
      <SignerPage h1={h1} onBack={onBack} problems={problems} actions={actions}>
        {children}
      </SignerPage>
    </form>
  );
}
