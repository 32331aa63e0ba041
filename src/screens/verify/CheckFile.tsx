import { VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { MB } from '#domain/base/limits.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { verifyFile } from '#src/queries/reference.ts';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormPerson } from './FormPerson.tsx';
import { VerdictPanel } from './VerdictPanel.tsx';
import styles from './Verify.module.css';

/** Sends a file for comparison with the sealed one; the file is not stored. */
export function CheckFile() {
  const [refusal, setRefusal] = useState<string>();
  const check = useMutation({ mutationFn: verifyFile, gcTime: 0 });
  const take = ([file]: readonly File[]) => {
    if (file === undefined) return;
    check.reset();
    setRefusal(file.size > VERIFIED_FILE_MOST ? FAILURES.NOT_OURS_TOO_LARGE.message : undefined);
    if (file.size <= VERIFIED_FILE_MOST) check.mutate(file);
  };
  const error = refusal ?? (check.isError ? failureWords(check.error) : undefined);
  return (
    <section className={styles.card}>
      <h2>By the file</h2>
      <FileDrop
        id="file"
        label="Choose the file, or drop it here"
        hint={`PDF, time stamp or scan, up to ${VERIFIED_FILE_MOST / MB} MB. It is compared and not kept.`}
        accept="application/pdf,image/jpeg,image/png,.tst"
        error={error}
        onFiles={take}
      />
      {check.isPending && <Skeleton card lines={4} />}
      {check.data !== undefined && (
        <>
          <p className={styles.small}>{check.variables.name}</p>
          <VerdictPanel verdict={check.data} />
          {check.data.file !== null && <FormPerson form={{ file: check.variables }} />}
        </>
      )}
    </section>
  );
}
