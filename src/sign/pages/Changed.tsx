import { procedureChanges } from '#domain/consents/procedure-changes.ts';
import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useRoleTexts } from '#src/sign/texts/use-role-texts.ts';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

/** The differences between the form before and this one, by procedure. */
export function Changed({ visiting, details: { consent }, navigation }: SignerStepProps) {
  const { changed: words } = useRoleTexts();
  const changes = procedureChanges(consent.oldProcedures, consent.procedures);
  const procedures = [...new Set(changes.map(({ procedure }) => procedure))];
  return (
    <SignerPage {...navigation} h1={words.h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      <p>{words.lead}</p>
      {changes.length === 0 && <p className="card">{words.none}</p>}
      {procedures.map((name) => (
        <section key={name} className="card">
          <h2 {...ENGLISH}>{name}</h2>
          <ul>
            {changes
              .filter(({ procedure }) => procedure === name)
              .map(({ kind, text }) => (
                <li key={text}>
                  <b>{words[kind]}</b>: <bdi {...ENGLISH}>{text}</bdi>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </SignerPage>
  );
}
