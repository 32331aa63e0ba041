import type { OpenItem } from '#src/queries/client/outbox.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { fieldLabel } from './field-words.ts';
import styles from './outbox.module.css';
import { adviceWords } from './refusal-words.ts';

/** The server's own sentence with the fields that it named, and advice. */
export function RefusalNotice({ item }: { readonly item: OpenItem }) {
  const { op, refusal } = item;
  const fields = refusal?.fields ?? [];
  return (
    <Notice tone="stop" title={op.error?.message ?? 'The server did not accept this'}>
      {fields.length > 0 && (
        <ul className={styles.list}>
          {fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && <strong>{pathLabel(path)}: </strong>}
              {message}
            </li>
          ))}
        </ul>
      )}
      <p>{adviceWords(item)}</p>
    </Notice>
  );
}

/** `procedures.0.side` as `Procedures 1, side`. */
function pathLabel(path: string): string {
  const [first = '', ...rest] = path.split('.');
  const words = rest.map((part) =>
    /^\d+$/.test(part) ? ` ${Number(part) + 1}` : `, ${fieldLabel(part).toLocaleLowerCase('en-GB')}`,
  );
  return fieldLabel(first) + words.join('');
}
