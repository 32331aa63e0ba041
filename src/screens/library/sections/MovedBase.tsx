import { chosenFrom } from '#domain/consents/chosen-procedure.ts';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { procedureChanges } from '#domain/consents/procedure-changes.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { procedureOptions } from '#src/queries/library/library.ts';
import { refreshAfterConflict, useChangeSection } from '#src/queries/library/own-sections.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import styles from '../library.module.css';

type MovedBaseProps = { readonly procedure: Procedure; readonly copy: PersonalProcedure };

/** Shown when a newer version is in use than the sections were written beside: the difference, and a button that finds them right. */
export function MovedBase({ procedure, copy }: MovedBaseProps) {
  const { procedureID, version } = procedure;
  const { baseVersion, revision } = copy;
  const before = useQuery(procedureOptions(procedureID, baseVersion));
  const change = useChangeSection();
  const keyFor = useIdempotencyKey();
  const keep = async () => {
    const input = { id: procedureID, baseVersion: version, revision };
    try {
      noticeSuccess((await change.mutateAsync({ input, idempotencyKey: keyFor(input) })).message);
    } catch (failure) {
      // The refusal is shown below.
      await refreshAfterConflict(failure);
    }
  };
  return (
    <Notice
      tone="warn"
      title="The procedure has changed since you wrote this"
      action={
        <Button variant="default" onClick={() => void keep()} loading={change.isPending}>
          Still right: keep with version {version}
        </Button>
      }
    >
      <p>
        You wrote it beside version {baseVersion}. Version {version} is in use now:
      </p>
      {before.data === undefined ? (
        before.error === null ? (
          <Skeleton lines={2} />
        ) : (
          <p>The difference cannot be shown now: {failureWords(before.error)}</p>
        )
      ) : (
        <Changes old={before.data} now={procedure} />
      )}
      {change.isError && <p role="alert">{failureWords(change.error)}</p>}
    </Notice>
  );
}

function Changes({ old, now }: { readonly old: Procedure; readonly now: Procedure }) {
  const changes = procedureChanges([chosenFrom(old)], [chosenFrom(now)]);
  if (changes.length === 0) return <p>Nothing has changed in its words, risks, benefits and other choices.</p>;
  return (
    <ul className={styles.list}>
      {changes.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
