import type { StaffApp } from '#src/app.tsx';
import { EntryForm } from './EntryForm.tsx';
import { useIsEntryFormShown } from '#src/entry-form.ts';
import styles from './Entry.module.css';

type EntryProps = {
  /** null until it is loaded */
  readonly app: StaffApp | null;
  readonly loadApp: () => Promise<StaffApp>;
};

/** The sign-in form until the app shows another screen, and the app beside it as soon as it is loaded. */
export function Entry({ app, loadApp }: EntryProps) {
  const isFormShown = useIsEntryFormShown();
  return (
    <>
      {/* Before the form: the focus goes to the first heading of the page, as soon as the app shows a screen. */}
      {app !== null && <div className={styles.app}>{app.screens}</div>}
      {isFormShown && <EntryForm app={app} loadApp={loadApp} />}
    </>
  );
}
