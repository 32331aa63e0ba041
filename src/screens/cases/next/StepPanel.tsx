import type { ReactNode } from 'react';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../cases.module.css';

type Props = { readonly title?: string; readonly words: string; readonly children?: ReactNode };

/** The panel of a next step: a sentence, and the buttons that take it. */
export function StepPanel({ title = 'Next step', words, children }: Props) {
  return (
    <Panel title={title}>
      <div className={styles.next}>
        <p>{words}</p>
        {children !== undefined && <div className={styles.buttons}>{children}</div>}
      </div>
    </Panel>
  );
}
