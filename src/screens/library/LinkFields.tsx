import { NAME_MOST, URL_MOST } from '#domain/values/text-limits.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { linesAt, type FormEditing } from './edit-lines.ts';
import { AddLineButton, RemoveLine } from '#src/editing/LineButtons.tsx';
import styles from './library.module.css';
import type { ProcedureForm } from './procedure-form.ts';

/** The form's lists of links. */
export type LinksForm = Pick<ProcedureForm, 'Leaflets' | 'videoLinks' | 'imageRefs'>;
type LinksEditing<F> = { readonly editor: FormEditing<F> };

const LISTS = [
  { field: 'Leaflets', title: 'Leaflets', one: 'leaflet' },
  { field: 'videoLinks', title: 'Videos', one: 'video' },
  { field: 'imageRefs', title: 'Pictures', one: 'picture' },
] as const;

/** Links to leaflets, videos and pictures: https only, and nothing of them is fetched or stored here. */
export function LinkFields({ editor }: LinksEditing<LinksForm>) {
  return (
    <Panel title="Leaflets, videos and pictures">
      <div className={styles.stack}>
        <p className={styles.hint}>Addresses of other sites that start with https://. Nothing of them is stored here.</p>
        {LISTS.map((list) => (
          <LinkList key={list.field} editor={editor} {...list} />
        ))}
      </div>
    </Panel>
  );
}

function LinkList({ editor, field, title, one }: LinksEditing<LinksForm> & (typeof LISTS)[number]) {
  const { lines, add, remove, textAt } = linesAt(editor, field);
  return (
    <section className={styles.tight} aria-label={title}>
      <h3>{title}</h3>
      {lines.map((line, at) => (
        <div key={line.key} className={styles.line} data-line>
          <div className={styles.pair}>
            <TextField {...textAt(at, 'title')} label={`Title of ${one} ${at + 1}`} maxLength={NAME_MOST} />
            <TextField {...textAt(at, 'url')} label={`Address of ${one} ${at + 1}`} maxLength={URL_MOST} autoCapitalize="none" />
          </div>
          <RemoveLine label={`Remove ${one} ${at + 1}: ${line.title}`} onClick={() => remove(at)} />
        </div>
      ))}
      <div>
        <AddLineButton id={field} onClick={() => add({ title: '', url: '' })}>
          Add a {one}
        </AddLineButton>
      </div>
    </section>
  );
}
