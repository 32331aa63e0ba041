import type { PatientQuestion } from '#contract/shapes/record-shapes.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { AnswerBox } from './AnswerBox.tsx';
import styles from './cases.module.css';

type Props = {
  readonly title?: string;
  readonly questions: readonly PatientQuestion[];
  readonly mayAnswer: boolean;
  readonly timeZone: string;
};

/** The patient's questions from the handover, and the answers. */
export function Questions({ title = 'Questions', questions, mayAnswer, timeZone }: Props) {
  if (questions.length === 0) return null;
  return (
    <Panel title={title} rows>
      {questions.map((question) => (
        <li key={question.id} className={styles.tight}>
          <p>
            <strong>“{question.text}”</strong>
          </p>
          <p className={`${styles.small} num`}>
            {question.askedBy}, {longTime(question.askedAt, timeZone)}
          </p>
          {question.answer !== null && (
            <p>
              {question.answer} {question.answeredBy !== null && <span className={styles.small}>({question.answeredBy})</span>}
            </p>
          )}
          {question.answer === null && !mayAnswer && <StateChip tone="warn">Not answered yet</StateChip>}
          {question.answer === null && mayAnswer && <AnswerBox question={question} />}
        </li>
      ))}
    </Panel>
  );
}
