import { Strokes } from '#domain/signing/signature.ts';
import type { OpenItem } from '#src/queries/client/outbox.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Ink } from '#src/ui/clinical/Ink.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import * as v from 'valibot';
import { fieldLabel, isShown, valueLines } from './field-words.ts';
import styles from './outbox.module.css';

/** The whole content of an item, field by field, as stored. */
export function ItemContent({ item: { input, about } }: { readonly item: OpenItem }) {
  const items = Object.entries(input).flatMap(([field, said]) => {
    if (!isShown(field)) return [];
    const strokes = field === 'strokes' ? v.safeParse(Strokes, said) : null;
    const lines = valueLines(field, said, about);
    const words = lines.length === 0 ? '' : <Lines lines={lines} />;
    const value =
      strokes?.success === true ? <Ink strokes={strokes.output} label="The signature as drawn" className={styles.ink} /> : words;
    return [{ term: fieldLabel(field), value }];
  });
  return (
    <Panel title="What it says">
      {items.length === 0 ? <p>There is nothing more to show.</p> : <DefinitionList items={items} />}
    </Panel>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <span className={styles.lines}>
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one value never change their order
        <span key={`${at} ${line}`}>{line}</span>
      ))}
    </span>
  );
}
