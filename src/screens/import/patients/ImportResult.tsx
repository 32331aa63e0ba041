import { Notice } from '#src/ui/Notice.tsx';
import type { ContactChanges } from './use-contact-changes.ts';

export type ImportOutcome = { readonly created: number } & ContactChanges;

const counted = (count: number) => `${count} ${count === 1 ? 'patient' : 'patients'}`;

/** The result of the import, once the server has answered. */
export function ImportResult({ outcome: { created, changed, failed } }: { readonly outcome: ImportOutcome }) {
  return (
    <>
      {created + changed > 0 && (
        <Notice tone="ok" title={created > 0 ? `${counted(created)} imported` : 'Contact details saved'} live>
          {created > 0 ? 'Each has its number beside the row. ' : ''}
          {changed > 0 ? `New contact details of ${counted(changed)} saved.` : ''}
        </Notice>
      )}
      {failed.map(({ row, message }) => (
        <Notice key={row} tone="stop" title={`Row ${row}: the contact details were not saved`} live>
          {message}
        </Notice>
      ))}
    </>
  );
}
