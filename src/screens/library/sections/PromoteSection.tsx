import type { Procedure } from '#domain/library/procedure.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { usePromoteSection } from '#src/queries/library/own-sections.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

type PromoteSectionProps = {
  readonly procedure: Pick<Procedure, 'procedureID' | 'procedureName'>;
  readonly section: StoredSection;
};

/** Puts an own section into a draft of the procedure, after a question that says what follows; the draft is shown then. */
export function PromoteSection({ procedure: { procedureID, procedureName }, section }: PromoteSectionProps) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const promote = usePromoteSection();
  const send = async () => {
    const answer = await promote.mutateAsync({ procedureID, sectionID: section.id }).catch(() => null);
    if (answer === null) return;
    setAsking(false);
    noticeSuccess(answer.message);
    void navigate(paths.procedureVersion(procedureID, answer.data.version));
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Offer for everybody <span className="visually-hidden">{section.title}</span>
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={`Offer “${section.title}” for everybody?`}
        okLabel="Put it into a draft"
        busy={promote.isPending}
        onOk={() => void send()}
        onCancel={() => setAsking(false)}
      >
        <ErrorSummary problems={promote.isError ? [{ message: failureWords(promote.error) }] : []} />
        <p>
          It goes into a draft of {procedureName}. A second person reviews and publishes it, as with any other edit. Until then it
          stays yours alone.
        </p>
      </ConfirmModal>
    </>
  );
}
