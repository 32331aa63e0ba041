import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { RichText } from '#src/rich-text/RichText.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { SIGN_WORDS } from '#src/ui/clinical/sign-words.ts';
import styles from './templates.module.css';

/** The text as the patient's page shows it, and the order of the signatures. */
export function PatientPreview({ nodes, title }: { readonly nodes: readonly TemplateNode[]; readonly title: string }) {
  const blocks = [...new Set(signatureBlocksOf(nodes))];
  return (
    <Panel title={title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keys as well */}
      <div className={styles.page} role="group" aria-label="The patient’s page" tabIndex={0}>
        <RichText nodes={nodes} />
      </div>
      <h3 className={styles.order}>Order of signatures</h3>
      {blocks.length === 0 ? (
        <p>Nobody signs yet.</p>
      ) : (
        <ol className={styles.places}>
          {blocks.map((each) => (
            <li key={each}>{SIGN_WORDS[each].name}</li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
