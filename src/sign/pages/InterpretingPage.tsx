import { refuseIdentity } from '#src/sign/identity-refusal.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** Asks an interpreter whether language and way are right. A "no" goes to the clinician, and nothing is signed under it. */
export function InterpretingPage({ visiting: { dispatch }, details: { consent }, navigation }: SignerStepProps) {
  const { interpreting: words } = useRoleTexts();
  const { interpreter } = consent;
  const no = () => {
    dispatch({ kind: 'over', ending: 'wrongPerson' });
    refuseIdentity();
  };
  if (interpreter === null) return null;
  const { language, mode, for: whom, statement } = interpreter;
  const rows: readonly (readonly [string, string])[] = [
    [words.language, language],
    [words.mode, words.modes[mode]],
    [words.for, words.forWhom[whom ?? 'PATIENT']],
    [words.statement, statement],
  ];
  return (
    <SignerPage
      {...navigation}
      h1={words.h1}
      actions={
        <>
          <button type="button" className="button primary" onClick={() => dispatch({ kind: 'onward' })}>
            {words.yes}
          </button>
          <button type="button" className="button" onClick={no}>
            {words.no}
          </button>
        </>
      }
    >
      <p>{words.lead}</p>
      <dl className="facts large">
        {rows.map(
          ([name, text]) =>
            text !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="kept-lines">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </SignerPage>
  );
}
