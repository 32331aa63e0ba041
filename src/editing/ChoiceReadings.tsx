import { choiceAnswer, refusedChoiceWords } from '#domain/consents/choice-in-words.ts';
import { openPointWords } from '#domain/consents/open-points.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import styles from './editing.module.css';

/** Choices of a procedure or a template, each as theatre reads it. */
export function ChoiceReadings({ choices }: { readonly choices: readonly ChoiceDetail[] }) {
  return choices.map((each) => (
    <section key={each.id} className={styles.stack}>
      <h3>{each.words.ask}</h3>
      <DefinitionList items={readings(each)} />
    </section>
  ));
}

function readings({ id, words, isSafety = false }: ChoiceDetail) {
  const wish = words.DISCUSS == null ? {} : { words: words.DISCUSS };
  return [
    { term: 'Yes', value: choiceAnswer({ answer: 'ACCEPT', words }, 'staff') },
    { term: 'No', value: refusedChoiceWords({ id, title: words.ask, words }) },
    { term: 'Wants to talk', value: openPointWords({ kind: 'discuss', name: words.ask, ...wish }) },
    { term: 'No answer', value: choiceAnswer({ answer: null, words }, 'staff') },
    { term: 'About safety', value: isSafety ? 'Yes: without an answer it stays open' : 'No' },
  ];
}
