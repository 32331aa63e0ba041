import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { needsServerWords } from './needs-server-words.ts';
import { useServerStatus } from './use-online.ts';

/** Notice above a form that only the server can take, while it cannot: nobody types in vain. */
export function NeedsServer() {
  const words = needsServerWords(useServerStatus(), useSession()?.token !== null);
  if (words === null) return null;
  return (
    <Notice tone="warn" live title={words.title}>
      <p>{words.text}</p>
    </Notice>
  );
}
