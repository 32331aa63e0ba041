import { BLANK_FORMS } from '#domain/documents/blank-form.ts';
import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { BlankFormRow } from './BlankFormRow.tsx';
import styles from './BlankForms.module.css';

/** The blank forms to print while the app or the server does not work; the page and its files lie in the shell. */
export function BlankForms() {
  return (
    <>
      <div>
        <h1>Blank forms</h1>
        <p className={styles.small}>
          To print and fill in by hand while the app does not work. They open here without a network and without signing in.
        </p>
      </div>
      <Panel rows>
        {BLANK_FORMS.map((form) => (
          <BlankFormRow key={form.formType} {...form} />
        ))}
      </Panel>
      <p className={styles.small}>
        Have some printed on each ward: the printer may be down too. When the app works again, write up the form there: a paper
        alone is not in the patient’s record.
      </p>
      <p>
        <Link href={paths.home.href}>Back to the start</Link>
      </p>
    </>
  );
}
