import { FORM_WORDS } from '#domain/forms/form-words.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { noticeFailure } from '#src/notices/notices.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import styles from './BlankForms.module.css';

type Props = { readonly formType: FormType; readonly name: string; readonly path: string };

/** One blank form: whom it is for, to open and to save. */
export function BlankFormRow({ formType, name, path }: Props) {
  const { name: title, blank } = FORM_WORDS[formType];
  const about = <span className="visually-hidden">{` ${title}`}</span>;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <StrongLine>{title}</StrongLine>
        <QuietLine>{blank}</QuietLine>
      </div>
      <div className={styles.acts}>
        <Button component="a" href={path} target="_blank" rel="noopener" variant="default" leftSection={<Icon name="document" />}>
          Open
          {about}
        </Button>
        <Button variant="subtle" leftSection={<Icon name="download" />} onClick={() => void save(path, name)}>
          Save
          {about}
        </Button>
      </div>
    </li>
  );
}

/** An installed app may open no second window without a network: the file is saved from the page itself. */
async function save(path: string, name: string): Promise<void> {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok === true) saveFile(await answer.blob(), `blank-${name}`);
  else noticeFailure('This form is not on this device yet. Open this page once with the network.');
}
