import { procedureInWords, sideInWords, type ConsentProcedure } from '#domain/consent.ts';

/** `Cataract surgery with lens implant, RIGHT eye`, the side in bold. */
export function ProcedureWords({ of }: { readonly of: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'> }) {
  const words = procedureInWords(of);
  const side = sideInWords(of.side);
  const at = side === '' ? -1 : words.indexOf(`, ${side}`, of.procedureName.length);
  if (at === -1) return words;
  return (
    <>
      {words.slice(0, at + 2)}
      <b>{side}</b>
      {words.slice(at + 2 + side.length)}
    </>
  );
}
