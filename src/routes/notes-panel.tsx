import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';

const NotesPanel = lazyRouteComponent(() => import('#src/screens/outbox/NotesPanel.tsx'), 'NotesPanel');

/** Merge notes of this tablet about these patients or forms; the screen does not wait for them. */
export function notesPanel(ids: readonly string[]): ReactNode {
  return (
    <Suspense fallback={null}>
      <NotesPanel ids={ids} />
    </Suspense>
  );
}
