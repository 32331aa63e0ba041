import { useSentAt } from '#src/queries/sent-at.ts';
import { useProduct } from '#src/queries/reference.ts';
import { StateChip } from '#src/ui/StateChip.tsx';
import { saveWords } from './save-words.ts';
import type { Held } from './saver.ts';

/** What is saved, in words. Only what needs attention is read out: a save every few seconds would drown the form. */
export function SaveChip({ held }: { readonly held: Held }) {
  const { timeZone } = useProduct();
  const clock = (at: number) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const sentAt = useSentAt(held.consentID, held.state.kind === 'kept');
  const said = saveWords(held, { sentAt, clock });
  const isTrouble = held.state.kind === 'failed' || held.state.kind === 'conflict';
  return (
    <>
      {said !== null && <StateChip tone={said.tone}>{said.words}</StateChip>}
      <span role="status" className="visually-hidden">
        {isTrouble && said?.words}
      </span>
    </>
  );
}
