import { useProduct } from '#src/queries/reference.ts';
import { Link } from '#src/ui/Link.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Checkbox } from '@mantine/core';
import type { Import } from './import-machine.ts';
import { lineStateWords } from './import-words.ts';
import { isSound, stateOf, type ImportLine } from './lines.ts';
import { MendFields } from './MendFields.tsx';
import styles from './import.module.css';

type ImportRowProps<F extends string, L extends ImportLine<F>> = {
  readonly of: Import<F, L>;
  readonly line: L;
  /** the error of the last comparison in words */
  readonly notCompared: string | null;
};

/** One row of the file: its cells, its faults, and the fields that correct them. */
export function ImportRow<F extends string, L extends ImportLine<F>>({ of, line, notCompared }: ImportRowProps<F, L>) {
  const { type } = of;
  const { timeZone } = useProduct();
  const { row, made, warnings, leftOut = [] } = line;
  const state = stateOf(type, line);
  const question = isSound(line) ? type.questionOf(line) : null;
  const { tone, words } = lineStateWords(state, { made, question });
  const hasTick = isSound(line) && question?.isTick !== false;
  const { Question } = type;
  return (
    <li className={styles.row} data-tone={state === 'MEND' ? 'stop' : question === null ? undefined : 'warn'}>
      <div className={styles.line}>
        <span className={styles.check}>
          {hasTick && (
            <Checkbox
              aria-label={`Import row ${row}, ${type.nameOf(line)}`}
              checked={line.isChosen}
              onChange={(event) => of.tick(row, event.currentTarget.checked)}
            />
          )}
        </span>
        <span className={styles.number}>
          <span className="visually-hidden">Row </span>
          {row}
        </span>
        {type.cells.map(({ heading, isNamed = false, show }) => (
          <span key={heading} className={styles.cell}>
            <span className={styles.label} data-named={isNamed || undefined}>{`${heading} `}</span>
            {show(line, timeZone)}
          </span>
        ))}
        <span className={styles.state}>
          <StateChip tone={tone}>{words}</StateChip>
          {made !== null && (
            <Link href={made.href} aria-label={`${made.label}, row ${row}`}>
              {made.label}
            </Link>
          )}
        </span>
      </div>
      {[...warnings, ...leftOut].map(({ message }) => (
        <p key={message} className={styles.hint}>
          {message}
        </p>
      ))}
      {made === null && <MendFields of={of} line={line} notCompared={notCompared} />}
      {Question !== undefined && question?.isTick === false && (
        <Question line={line} onAnswer={(change) => of.answer(row, { ...change, isChosen: true })} />
      )}
    </li>
  );
}
