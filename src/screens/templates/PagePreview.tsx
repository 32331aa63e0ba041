import type { FormType } from '#domain/forms/form-types.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { openInTab } from '#src/results/file-tab.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { templatePictureOptions, useTemplatePdf } from '#src/queries/templates.ts';
import { FilePicture } from '#src/ui/FilePicture.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import styles from './templates.module.css';

/** Time without a keystroke before the pages are drawn again, ms [choice]. */
const PREVIEW_DELAY = 800;

type PagePreviewProps = { readonly formType: FormType; readonly nodes: readonly TemplateNode[] };

/** The text as it will be printed, drawn again after each pause in typing, and as a PDF. */
export function PagePreview({ formType, nodes }: PagePreviewProps) {
  const [drawn] = useDebouncedValue(nodes, PREVIEW_DELAY);
  const picture = useQuery(templatePictureOptions({ formType, data: [...drawn] }));
  const pdf = useTemplatePdf();
  const open = () => {
    // Opened at the click, or the browser treats it as a pop-up.
    const tab = openInTab('template.pdf');
    pdf.mutate(
      { formType, data: [...nodes] },
      {
        onSuccess: (file) => tab.show(file),
        onError: (failure) => {
          tab.close();
          noticeFailure(failureWords(failure));
        },
      },
    );
  };
  return (
    <Panel title="The document">
      {picture.error !== null ? (
        <p role="status">The pages could not be drawn. {failureWords(picture.error)}</p>
      ) : picture.data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long pages scroll by keys as well
        <div className={styles.sheet} role="group" aria-label="Pages of the document" tabIndex={0}>
          <FilePicture file={picture.data} alt="The text as it is printed, with an example patient" />
        </div>
      )}
      <Button
        className={styles.pdf}
        variant="default"
        leftSection={<Icon name="document" />}
        onClick={open}
        disabled={pdf.isPending}
      >
        Open as PDF
      </Button>
    </Panel>
  );
}
