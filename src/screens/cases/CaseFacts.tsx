import { detailedChoices } from '#domain/consents/choice-details.ts';
import { choiceWithSigned, refusalLines } from '#domain/consents/choice-in-words.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { isInterpreted, procedureInWords } from '#domain/consents/consent.ts';
import { commonDenominator } from '#domain/library/frequency.ts';
import { isSignedOnPaper, ON_THE_SCAN } from '#domain/documents/paper-scan.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { frequencyText } from '#src/ui/clinical/frequency-text.ts';
import styles from './cases.module.css';
import { listedWords, ownWordsOf, quotedWords, speakerOfMatters, type OwnWords } from '#domain/consents/own-words.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

/** Facts that only some forms have: an interpreter, and the words of people, each under who said them. */
function ofOthers(consent: Consent, words: readonly OwnWords[]): { term: string; value: string }[] {
  const { interpreter } = consent;
  const name = interpreter !== null && isInterpreted(consent) ? `${interpreter.name}, ${interpreter.language}` : '';
  return [
    { term: 'Interpreter', value: name },
    ...listedWords(words, { signers: [], hidesChild: false }).map((each) => ({ term: each.speaker, value: quotedWords(each) })),
  ].filter(({ value }) => value !== '');
}

/** The words about a version with their speakers. A copy that a tablet has from a build before tells them by groups alone. */
function wordsOfConsent(consent: Consent): readonly OwnWords[] {
  const { ownWords, patientComments: patient, parentComments: parents, interpreterComments: interpreter } = consent;
  if (ownWords !== undefined) return ownWords;
  const signers = consent.recipients.map(({ signing_order: order, role, recipient_name: name }) => ({ order, role, name }));
  return ownWordsOf({ spoken: [], comments: { patient, parents, interpreter }, signers, signed: [] });
}

function mattersWords({ mattersToMe }: Consent, words: readonly OwnWords[]): string {
  if (mattersToMe === '') return 'Nothing written';
  const speaker = speakerOfMatters(words, mattersToMe);
  return speaker === undefined ? mattersToMe : `${speaker}: ${quotedWords({ kind: 'MATTERS', text: mattersToMe, at: null })}`;
}

/** The content of this version: the procedures with their risks, and the patient's answers. */
export function CaseFacts({ consent, timeZone }: { readonly consent: Consent; readonly timeZone: string }) {
  const { procedures, clinicianStatement } = consent;
  const risks = procedures.flatMap((each) => [...each.risks, ...each.personalRisks]);
  const words = wordsOfConsent(consent);
  const unanswered = isSignedOnPaper(consent.recipients) ? ON_THE_SCAN : undefined;
  if (isImported(consent))
    return (
      <Panel title="The form">
        <DefinitionList
          items={[
            { term: 'Form', value: FORM_WORDS[consent.formType].name },
            ...procedures.map((each) => ({ term: 'Procedure', value: procedureInWords(each) })),
          ]}
        />
      </Panel>
    );
  const over = commonDenominator(risks.map(({ frequency }) => frequency));
  return (
    <Panel title="The form">
      <DefinitionList
        items={[
          { term: 'Form', value: `${FORM_WORDS[consent.formType].name}, version ${consent.versionNumber}` },
          ...procedures.map((procedure) => ({
            term: procedures.length === 1 ? 'Procedure' : `Procedure ${procedures.indexOf(procedure) + 1}`,
            value: (
              <details>
                <summary>{procedureInWords(procedure)}</summary>
                <ul className={styles.plain}>
                  {[...procedure.risks, ...procedure.personalRisks].map(({ name, frequency }) => (
                    <li key={name} className={styles.small}>
                      {name}: {frequencyText(frequency, over)}
                    </li>
                  ))}
                </ul>
                {(procedure.sections ?? []).map(({ id, title, nodes }) => (
                  <div key={id}>
                    <p>
                      <strong>{title}</strong>
                    </p>
                    <TemplateText nodes={nodes} />
                  </div>
                ))}
              </details>
            ),
          })),
          { term: 'What matters', value: mattersWords(consent, words) },
          ...shownChoices(consent.formType, detailedChoices(consent)).map((choice) => ({
            term: choice.title,
            value: choiceWithSigned(choice, unanswered),
          })),
          { term: 'Refusals', value: refusalLines(consent).join('; ') || 'None' },
          ...ofOthers(consent, words),
          { term: 'Clinician', value: consent.clinician.name },
          ...(clinicianStatement === null || clinicianStatement.note === ''
            ? []
            : [{ term: 'Note', value: clinicianStatement.note }]),
          { term: 'Made ready for signing', value: consent.sentAt === null ? 'Not yet' : longTime(consent.sentAt, timeZone) },
        ]}
      />
    </Panel>
  );
}
