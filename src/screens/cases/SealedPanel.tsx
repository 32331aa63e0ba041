import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { paths } from '#src/paths.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from './cases.module.css';
import { sealEventOf } from './acts/expected-change.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { GiveCopies } from './links/GiveCopy.tsx';
import { cautionOf, CopyCaution } from './CopyCaution.tsx';
import { SealedActions } from './SealedActions.tsx';

type Props = { readonly consent: ConsentView; readonly patient: RecordSummary['patient'] };

/** The document of a signed version: being sealed, sealed, or not sealed yet, with its actions. */
export function SealedPanel({ consent, patient }: Props) {
  if (consent.sealState === 'FAILED')
    return (
      <Notice tone="warn" title="Signed, not sealed yet" live>
        The signatures are saved and in force. The document could not be sealed yet; the server tries again by itself.
      </Notice>
    );
  if (consent.sealState !== 'SEALED')
    return (
      <Panel title="Document">
        <p role="status">Signed, being sealed. This takes a few seconds. You do not need to do anything.</p>
      </Panel>
    );
  const seal = sealEventOf(consent)?.detail;
  return (
    <>
      {cautionOf(consent, patient) === '' && <GiveCopies consent={consent} patient={patient} />}
      <Panel title="Document">
        <div className={styles.stack}>
          <p role="status">Signed and sealed.</p>
          <CopyCaution consent={consent} patient={patient}>
            <SealedActions consent={consent} isMain />
          </CopyCaution>
          <DefinitionList
            items={[
              {
                term: 'Verify',
                value:
                  consent.verifyCode === null ? null : (
                    <Link href={paths.verifyCode(consent.verifyCode).href}>
                      Check code <span className="num">{consent.verifyCode}</span>
                    </Link>
                  ),
              },
            ]}
          />
          {seal !== undefined && (
            <details>
              <summary>Technical details</summary>
              <DefinitionList
                items={[
                  { term: 'Seal', value: `PAdES ${String(seal['level'])}, an organisational seal` },
                  { term: 'SHA-256', value: <span className={styles.hash}>{String(seal['sha256'])}</span> },
                ]}
              />
            </details>
          )}
        </div>
      </Panel>
    </>
  );
}
