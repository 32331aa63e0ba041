import { VERIFIED_CODE_MOST } from '#domain/values/text-limits.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { verdictOptions } from '#src/queries/reference.ts';
import { useMay } from '#src/session/permissions.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { CheckFile } from './CheckFile.tsx';
import { FormPerson } from './FormPerson.tsx';
import { tidyCode } from './verdict-words.ts';
import { VerdictPanel } from './VerdictPanel.tsx';
import styles from './Verify.module.css';

type VerifyProps = { readonly code: string | null; readonly onCode: (code: string) => void };

/** Shows whether a signed form is authentic, unaltered and in force, by its code or by the file. */
export function Verify({ code, onCode }: VerifyProps) {
  const mayRead = useMay('patients.read');
  return (
    <>
      <div>
        <h1>Check a signed form</h1>
        <p className={styles.small}>
          Find out whether a consent form is real, unaltered and in force.{' '}
          {mayRead
            ? 'The patient is named only where the record names them otherwise by now.'
            : 'Nothing about the patient is shown.'}
        </p>
      </div>
      <NeedsServer />
      {code !== null && <CodeVerdict code={code} />}
      <CodeForm first={code ?? ''} onCode={onCode} />
      <CheckFile />
    </>
  );
}

function CodeVerdict({ code }: { readonly code: string }) {
  const { data, error, isPending, refetch } = useQuery(verdictOptions(code));
  if (isPending) return <Skeleton card lines={4} />;
  if (data === undefined) return <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <VerdictPanel verdict={data} />
      {data.state === 'AUTHENTIC' && <FormPerson form={{ code }} />}
    </>
  );
}

function CodeForm({ first, onCode }: { readonly first: string; readonly onCode: (code: string) => void }) {
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = tidyCode(text);
    setProblem(code === '' ? 'Enter the code of the form' : undefined);
    if (code !== '') onCode(code);
  };
  return (
    <form className={styles.card} onSubmit={submit} noValidate>
      <h2>By its code</h2>
      <ErrorSummary problems={problem === undefined ? [] : [{ field: 'code', message: problem }]} />
      <TextField
        id="code"
        label="Code"
        hint="It is printed at the bottom of each page, next to the QR code."
        value={text}
        onChange={setText}
        error={problem}
        maxLength={VERIFIED_CODE_MOST}
      />
      <Button type="submit" className={styles.button ?? ''}>
        Check the code
      </Button>
    </form>
  );
}
