import { REFUSAL_EVENT } from '#domain/documents/document-kinds.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { FileButton } from './paper/FileButton.tsx';

type Props = {
  readonly consent: Pick<Consent, 'consentID' | 'status' | 'Timeline'>;
  /** ' version 2'; empty for the only one */
  readonly label: string;
  readonly isMain: boolean;
};

/** Opens the paper of a refusal; of one that was recorded in error its viewing copy. Nothing for a form that has none. */
export function RefusalButton({ consent: { consentID, status, Timeline }, label, isMain }: Props) {
  if (!Timeline.some(({ type, versionId }) => type === REFUSAL_EVENT && versionId === consentID)) return null;
  return <FileButton kind={status === 'VOIDED' ? 'VIEW' : 'REFUSAL'} consentID={consentID} label={label} isMain={isMain} opens />;
}
