import { StateChip } from '#src/ui/layout/StateChip.tsx';

type EditStateProps = {
  readonly isUnsaved: boolean;
  /** whether this browser stores the words; null before the first time */
  readonly isStored: boolean | null;
};

/** Where the words of an editor are. */
export function EditState({ isUnsaved, isStored }: EditStateProps) {
  if (!isUnsaved) return <StateChip>No changes</StateChip>;
  return (
    <StateChip tone="warn" live>
      {isStored === true ? 'Not saved yet, stored on this tablet' : 'Not saved yet'}
    </StateChip>
  );
}
