import type { Template } from '#domain/library-template.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useTemplateCatalogue } from '#src/queries/library.ts';
import { useDeleteTemplate } from '#src/queries/templates.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { deletionWords, shortName } from './template-words.ts';

type DeleteTemplateProps = { readonly template: Template; readonly onDeleted: () => void };

/** Takes a template off the list, after a question that says what this means. */
export function DeleteTemplate({ template, onDeleted }: DeleteTemplateProps) {
  const { _id, name, formType } = template;
  const [isAsking, setIsAsking] = useState(false);
  const { items = [] } = useTemplateCatalogue();
  const isOnly = !items.some((each) => each.formType === formType && each._id !== _id);
  const remove = useDeleteTemplate();
  const send = async () => {
    // A refusal is shown in the dialog.
    const answer = await remove.mutateAsync(_id).catch(() => null);
    if (answer === null) return;
    noticeSuccess(answer.message);
    onDeleted();
  };
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
        Delete template
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={`Delete “${shortName(name)}”?`}
        okLabel="Delete template"
        tone="stop"
        busy={remove.isPending}
        onOk={() => void send()}
        onCancel={() => setIsAsking(false)}
      >
        <ErrorSummary problems={remove.isError ? [{ message: failureWords(remove.error) }] : []} />
        {deletionWords(formType, isOnly).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </ConfirmModal>
    </>
  );
}
