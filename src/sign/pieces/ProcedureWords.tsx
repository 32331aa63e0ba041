import { procedureInWords, sideInWords, type ConsentProcedure } from '#domain/consent.ts';
import { ENGLISH } from '#src/sign/language/reading-language.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/** `Cataract surgery with lens implant, RIGHT eye`, the side in bold; behind it the side in the reader's own language. */
export function ProcedureWords({ of }: { readonly of: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'> }) {
  const words = procedureInWords(of);
  const side = sideInWords(of.side);
  const own = useTexts().side(of.side);
  const at = side === '' ? -1 : words.indexOf(`, ${side}`, of.procedureName.length);
  return (
    <>
      <bdi {...ENGLISH}>
        {at === -1 ? (
          words
        ) : (
          <>
            {words.slice(0, at + 2)}
            <b>{side}</b>
            {words.slice(at + 2 + side.length)}
          </>
        )}
      </bdi>
      {own !== side && (
        <>
          {' '}
          (<b>{own}</b>)
        </>
      )}
    </>
  );
}
