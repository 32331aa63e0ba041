import type { UnderstandingQuestion } from '#domain/library/understanding.ts';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from './library.module.css';
import { TOPIC_WORDS } from './understanding-words.ts';

/** The questions of understanding of a procedure, with the right answer of each; nothing where there are none. */
export function ProcedureQuestionsPanel({ questions }: { readonly questions: readonly UnderstandingQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <Panel title="Questions of understanding">
      <ul className={styles.list}>
        {questions.map(({ id, question, options, right, place }) => (
          <li key={id}>
            {question}
            <QuietLine>
              {options.map((option, at) => (at === right ? `${option} (right)` : option)).join(' · ')}. Opens again: “
              {TOPIC_WORDS[place]}”
            </QuietLine>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
