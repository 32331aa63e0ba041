import { endWords } from '#domain/cases/version-end.ts';
import type { OpenItem } from '#src/queries/client/outbox.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { fieldLabel } from './field-words.ts';
import styles from './outbox.module.css';
import { adviceWords, refusalTitle } from './refusal-words.ts';

/** The server's own sentence with the fields that it named, and advice. */
export function RefusalNotice({ item }: { readonly item: OpenItem }) {
  const { refusal } = item;
  const { timeZone } = useProduct();
  const fields = refusal?.fields ?? [];
  return (
    <Notice tone="stop" title={refusalTitle(item)}>
      {item.end !== null && <p>{endWords(item.end, timeZone)}.</p>}
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
