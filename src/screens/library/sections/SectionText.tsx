import type { TemplateNode } from '#domain/templates/template.ts';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { lazy, Suspense, useState } from 'react';

// The editor's library comes with the first text that is edited.
const TextEditor = lazy(async () => ({ default: (await import('#src/screens/templates/editor/TextEditor.tsx')).TextEditor }));

type SectionTextProps = {
  readonly id: string;
  readonly label?: string;
  readonly nodes: readonly TemplateNode[];
  readonly error: string | undefined;
  readonly onChange: (nodes: TemplateNode[]) => void;
};

/** The text of a section, without places to sign. A text that comes from elsewhere (discarded, merged) takes the place of the typed one. */
export function SectionText({ id, label, nodes, error, onChange }: SectionTextProps) {
  const [shown, setShown] = useState({ nodes, key: 0 });
  if (shown.nodes !== nodes) setShown({ nodes, key: shown.key + 1 });
  const change = (next: TemplateNode[]) => {
    setShown(({ key }) => ({ nodes: next, key }));
    onChange(next);
  };
  return (
    <div>
      <Suspense fallback={<Skeleton lines={5} />}>
        <TextEditor
          key={shown.key}
          id={id}
          {...(label !== undefined && { label })}
          initial={nodes}
          missing={null}
          error={error}
          onChange={change}
        />
      </Suspense>
    </div>
  );
}
