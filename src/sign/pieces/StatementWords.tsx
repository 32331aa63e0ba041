import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { Fragment } from 'react';
import { ProcedureWords } from './ProcedureWords.tsx';

type StatementWordsProps = {
  /** The sentence that is signed, letter for letter. */
  readonly statement: string;
  readonly procedures: readonly Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>[];
};

/** The statement with the side of each procedure in bold, where the statement names the procedures. */
export function StatementWords({ statement, procedures }: StatementWordsProps) {
  const named = procedures.map(procedureInWords).join('; ');
  const at = statement.indexOf(named);
  if (at === -1 || named === '') return statement;
  return (
    <>
      {statement.slice(0, at)}
      {procedures.map((each, index) => (
        <Fragment key={index}>
          {index > 0 && '; '}
          <ProcedureWords of={each} />
        </Fragment>
      ))}
      {statement.slice(at + named.length)}
    </>
  );
}
