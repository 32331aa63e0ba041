import type { FamilyLine } from '#domain/family-words.ts';
import { DefinitionList } from './DefinitionList.tsx';
import styles from './layout.module.css';
import { Notice } from './Notice.tsx';

type Props = {
  readonly lines: readonly FamilyLine[];
  /** The sentence where there are none. */
  readonly none: string;
};

/** Facts in words, label beside text; those that are boxed on paper stand out before the rest. */
export function FactLines({ lines, none }: Props) {
  const boxed = lines.filter(({ isBoxed }) => isBoxed === true);
  const plain = lines.filter(({ isBoxed }) => isBoxed !== true);
  if (lines.length === 0) return <p className={styles.hint}>{none}</p>;
  return (
    <div className={styles.stack}>
      {boxed.map(({ label, text }) => (
        <Notice key={label} tone="stop" title={label}>
          {text}
        </Notice>
      ))}
      {plain.length > 0 && <DefinitionList items={plain.map(({ label, text }) => ({ term: label, value: text }))} />}
    </div>
  );
}
