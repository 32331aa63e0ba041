import { useEffect, useRef } from 'react';
import styles from './ErrorSummary.module.css';
import { Icon } from '#src/ui/theme/Icon.tsx';

/** One problem. `field` is the id of the field's control; without it the message is no link. */
export type FieldProblem = {
  readonly field?: string | undefined;
  readonly message: string;
  /** Put right since it was found: struck through, so that nothing moves while somebody types. */
  readonly isMended?: boolean;
};

/**
 * "There is a problem", with a link to each field. It takes the focus when it appears and whenever the problems
 * change, and puts "Error: " before the page's title while it is there. Renders nothing without problems.
 */
export function ErrorSummary({ problems }: { readonly problems: readonly FieldProblem[] }) {
  const box = useRef<HTMLElement>(null);
  const words = problems.map((problem) => problem.message).join('\n');
  useEffect(() => {
    if (words === '') return undefined;
    box.current?.focus();
    document.title = `Error: ${document.title.replace(/^Error: /, '')}`;
    return () => {
      document.title = document.title.replace(/^Error: /, '');
    };
  }, [words]);
  if (problems.length === 0) return null;
  return (
    <section className={styles.box} ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 className={styles.title} id="error-summary-title">
        <Icon name="warning" size={1.5} />
        There is a problem
      </h2>
      <ul className={styles.list}>
        {problems.map(({ field, message, isMended = false }) => (
          <li key={`${field} ${message}`}>
            {isMended && (
              <>
                <s>{message}</s>
                <span className="visually-hidden"> Changed</span>
              </>
            )}
            {!isMended && (field === undefined ? message : <FieldLink field={field} message={message} />)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FieldLink({ field, message }: { readonly field: string; readonly message: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        const control = document.getElementById(field);
        control?.scrollIntoView({ block: 'center' });
        control?.focus();
      }}
    >
      {message}
    </a>
  );
}
