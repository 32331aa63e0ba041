import { useSentAt } from '#src/queries/client/sent-at.ts';
import { useProduct } from '#src/queries/reference.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { saveWords } from './save-words.ts';
import type { SaverState } from './saver.ts';

/** The save state in words. Only states that need attention are announced: a save every few seconds would drown the form. */
export function SaveChip({ saverState }: { readonly saverState: SaverState }) {
  const { timeZone } = useProduct();
  const clock = (at: number) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const sentAt = useSentAt(saverState.consentID, saverState.state.kind === 'kept');
  const said = saveWords(saverState, { sentAt, clock });
  const isTrouble = saverState.state.kind === 'failed' || saverState.state.kind === 'conflict';
  return (
    <>
      {said !== null && <StateChip tone={said.tone}>{said.words}</StateChip>}
      <span role="status" className="visually-hidden">
        {isTrouble && said?.words}
      </span>
    </>
  );
}
