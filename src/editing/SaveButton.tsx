import { needsServerWords } from '#src/notices/needs-server-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { storedWords } from './stored-words.ts';

/** Reason why nothing can be saved now; null while it can. */
function useHindrance() {
  return needsServerWords(useServerStatus(), useSession()?.token !== null);
}

/** Notice above an editor whose words cannot be saved now. @param isStored - whether this tablet stores them; null before the first time */
export function SaveNotice({ isStored }: { readonly isStored: boolean | null }) {
  const hindrance = useHindrance();
  if (hindrance === null) return null;
  return (
    <Notice tone="warn" live title={hindrance.save}>
      <p>{storedWords(isStored)}</p>
    </Notice>
  );
}

type SaveButtonProps = {
  readonly children: string;
  readonly isSaving: boolean;
  readonly disabled?: boolean;
  readonly onSave: () => void;
};

/** The button that saves; while it cannot, it says why. */
export function SaveButton({ children, isSaving, disabled = false, onSave }: SaveButtonProps) {
  const hindrance = useHindrance();
  return (
    <>
      {hindrance !== null && <span id="save-hindrance">{hindrance.save}</span>}
      <Button
        onClick={onSave}
        loading={isSaving}
        disabled={disabled || hindrance !== null}
        aria-describedby={hindrance === null ? undefined : 'save-hindrance'}
      >
        {children}
      </Button>
    </>
  );
}
