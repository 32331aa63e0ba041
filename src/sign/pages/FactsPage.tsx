import { ReadOn } from '#src/sign/pieces/ReadOn.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';

type FactLine = { readonly label: string; readonly text: string; readonly isBoxed?: boolean };
type FactsPageProps = SignerStepProps & {
  readonly h1: string;
  readonly lead: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly FactLine[] }[];
};

/** Answers of the form in words; what nobody may miss stands in a box above the others. */
export function FactsPage({ visiting, navigation, h1, lead, sections }: FactsPageProps) {
  const about = useTranslation()?.about;
  return (
    <SignerPage {...navigation} h1={h1} actions={<ReadOn dispatch={visiting.dispatch} />}>
      <p>{lead}</p>
      {about !== undefined && <p className="card note">{about.inEnglish}</p>}
      {sections.map(({ title, lines }) => (
        <section key={title} {...ENGLISH}>
          {title !== '' && <h2>{title}</h2>}
          {lines.map(
            ({ label, text, isBoxed }, at) =>
              isBoxed === true && (
                <p key={at} className="card note kept-lines">
                  <b>{label}</b>: {text}
                </p>
              ),
          )}
          <dl className="facts">
            {lines.map(
              ({ label, text, isBoxed }, at) =>
                isBoxed !== true && (
                  <div key={at}>
                    <dt>{label}</dt>
                    <dd>
                      <div className="kept-lines">{text}</div>
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </section>
      ))}
    </SignerPage>
  );
}
