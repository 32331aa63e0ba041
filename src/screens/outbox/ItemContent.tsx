import { PAD_RATIO, Strokes } from '#domain/signature.ts';
import type { OpenItem } from '#src/queries/outbox.ts';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import * as v from 'valibot';
import { fieldLabel, isShown, valueLines } from './field-words.ts';
import styles from './outbox.module.css';

/** All that an item says, field by field, as it is kept. */
export function ItemContent({ item: { input, about } }: { readonly item: OpenItem }) {
  const told = Object.entries(input).flatMap(([field, value]) => {
    if (!isShown(field)) return [];
    const strokes = field === 'strokes' ? v.safeParse(Strokes, value) : null;
    const lines = valueLines(field, value, about);
    const words = lines.length === 0 ? '' : <Lines lines={lines} />;
    return [{ term: fieldLabel(field), value: strokes?.success === true ? <Ink strokes={strokes.output} /> : words }];
  });
  return (
    <Panel title="What it says">
      {told.length === 0 ? <p>Nothing more than its name says.</p> : <DefinitionList items={told} />}
    </Panel>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <span className={styles.lines}>
      {lines.map((line, at) => (
        // Lines of one value never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={`${at} ${line}`}>{line}</span>
      ))}
    </span>
  );
}

const WIDTH = 300;

function Ink({ strokes }: { readonly strokes: Strokes }) {
  return (
    <svg
      className={styles.ink}
      viewBox={`-4 -4 ${WIDTH + 8} ${WIDTH / PAD_RATIO + 8}`}
      role="img"
      aria-label="The signature as drawn"
    >
      {strokes.map((stroke, at) => (
        <polyline
          // oxlint-disable-next-line react/no-array-index-key -- the strokes of a signature never change
          key={at}
          // A dot is one point: drawn from itself to itself.
          points={[...stroke.slice(0, 1), ...stroke].map(({ x, y }) => `${x * WIDTH},${(y * WIDTH) / PAD_RATIO}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
