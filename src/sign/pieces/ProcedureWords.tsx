import { procedureInWords, sideInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { useContext } from 'react';
import { ENGLISH } from '#src/sign/texts/reading-language.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';
import { ClinicalPart } from './Clinical.tsx';

type ProcedureWordsProps = {
  readonly of: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>;
  /** stands behind the English words: ` (PHACO)` */
  readonly acronym?: string;
};

/** `Cataract surgery with lens implant, RIGHT eye`, the side in bold; behind it the side in the reader's own language. */
export function ProcedureWords({ of, acronym = '' }: ProcedureWordsProps) {
  const own = useOwnSide(of.side);
  return (
    <>
      <EnglishProcedure of={of} acronym={acronym} />
      {own && <> ({own})</>}
    </>
  );
}

/** The same; where its name is translated, the translation and the side in the reader's own language are one line above the English. */
export function ProcedureHeading({ of, acronym = '' }: ProcedureWordsProps) {
  const side = useOwnSide(of.side);
  const draw = useContext(ClinicalPart);
  if (draw === null) return <ProcedureWords of={of} acronym={acronym} />;
  return draw(of.procedureName, <EnglishProcedure of={of} acronym={acronym} />, side);
}

function EnglishProcedure({ of, acronym }: Required<ProcedureWordsProps>) {
  const words = procedureInWords(of);
  const side = sideInWords(of.side);
  const at = side === '' ? -1 : words.indexOf(`, ${side}`, of.procedureName.length);
  return (
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
      {acronym}
    </bdi>
  );
}

/** The side in the reader's language; null where there is none, or the English words say it. */
function useOwnSide(side: ConsentProcedure['side']) {
  const own = useTexts().side(side);
  return own === sideInWords(side) ? null : <b>{own}</b>;
}
