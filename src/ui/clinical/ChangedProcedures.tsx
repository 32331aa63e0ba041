import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { procedureChanges, type ConsentProcedureChange } from '#domain/consents/procedure-changes.ts';
import styles from './ChangedProcedures.module.css';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';

type Props = {
  readonly old: readonly ConsentProcedure[];
  readonly now: readonly ConsentProcedure[];
};

const ICONS = { ADDED: 'plus', REMOVED: 'minus', CHANGED: 'edit' } as const;

/** The changes of the procedures since the form before; nothing where there was none. */
export function ChangedProcedures({ old, now }: Props) {
  if (old.length === 0) return null;
  const changes = procedureChanges(old, now);
  return (
    <Panel title="What has changed since the form before">
      {changes.length === 0 && <p className={styles.none}>Nothing: the same procedures, sides, risks and choices.</p>}
      {grouped(changes).map(([procedure, lines]) => (
        <section key={procedure} className={styles.procedure}>
          <h3>{procedure}</h3>
          <ul className={styles.lines}>
            {lines.map(({ kind, text }) => (
              <li key={text} data-kind={kind}>
                <Icon name={ICONS[kind]} size={1.125} />
                <span className="num">{text}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function grouped(changes: readonly ConsentProcedureChange[]): [string, ConsentProcedureChange[]][] {
  const names = [...new Set(changes.map(({ procedure }) => procedure))];
  return names.map((name) => [name, changes.filter(({ procedure }) => procedure === name)]);
}
