import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';

const NotesPanel = lazyRouteComponent(() => import('#src/screens/outbox/NotesPanel.tsx'), 'NotesPanel');

/** What this tablet noted of two people's changes to these patients or forms; the screen does not wait for it. */
export function notesPanel(ids: readonly string[]): ReactNode {
  return (
    <Suspense fallback={null}>
      <NotesPanel ids={ids} />
    </Suspense>
  );
}
