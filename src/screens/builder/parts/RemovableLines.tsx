import { ActionIcon } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { Icon } from '#src/ui/theme/Icon.tsx';
import styles from './builder.module.css';

type Props<Line> = {
  /** Names the list: "Alternatives". */
  readonly label: string;
  readonly lines: readonly Line[];
  /** The line as text; no two are equal. */
  readonly wordsOf: (line: Line) => string;
  readonly renderLine?: (line: Line) => ReactNode;
  /** The button's label before the line's text: "Remove the alternative". */
  readonly remove: string;
  readonly onRemove: (line: Line) => void;
};

/** Lines that can be removed one by one. The focus then moves to the list, as the focused button is gone. */
export function RemovableLines<Line>({ label, lines, wordsOf, renderLine = wordsOf, remove, onRemove }: Props<Line>) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={styles.lines} aria-label={label} ref={list} tabIndex={-1}>
      {lines.map((line) => (
        <li key={wordsOf(line)}>
          <div>{renderLine(line)}</div>
          <ActionIcon
            aria-label={`${remove}: ${wordsOf(line)}`}
            onClick={() => {
              onRemove(line);
              list.current?.focus();
            }}
          >
            <Icon name="cross" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
