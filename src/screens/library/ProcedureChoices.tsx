import { choiceAnswer, refusedChoiceWords } from '#domain/consents/choice-in-words.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from './library.module.css';

/** The choices that a consent to this procedure asks beside those of every form, each as theatre reads it; nothing without any. */
export function ProcedureChoices({ procedure }: { readonly procedure: Procedure }) {
  const { choices = [], bloodNotAsked = false } = procedure;
  if (choices.length === 0 && !bloodNotAsked) return null;
  return (
    <Panel title="Choices of the patient">
      <div className={styles.stack}>
        {bloodNotAsked && <p>Blood is not asked about, unless another procedure of the form asks.</p>}
        {choices.map((each) => (
          <section key={each.id} className={styles.tight}>
            <h3>{each.words.ask}</h3>
            <DefinitionList items={readings(each)} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

function readings({ id, words, isSafety = false }: ChoiceDetail) {
  const choice = { id, title: words.ask, words };
  return [
    { term: 'Yes', value: choiceAnswer({ answer: 'ACCEPT', words }, 'staff') },
    { term: 'No', value: refusedChoiceWords(choice) },
    {
      term: 'Wants to talk',
      value: openPointWords({ kind: 'discuss', name: words.ask, ...(words.DISCUSS == null ? {} : { words: words.DISCUSS }) }),
    },
    { term: 'No answer', value: choiceAnswer({ answer: null, words }, 'staff') },
    { term: 'About safety', value: isSafety ? 'Yes: without an answer it stays open' : 'No' },
  ];
}
