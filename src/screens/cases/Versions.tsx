import type { CaseView } from '#src/queries/records.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { signedTime } from './paper/paper-words.ts';
import { localCaseWords } from '#domain/cases/state-words.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './cases.module.css';
import { mayRecordInError } from './acts/quiet-acts.ts';
import { waitingRoles } from './waiting-signers.ts';
import { RecordInError } from './RecordInError.tsx';
import { FileButton } from './paper/FileButton.tsx';
import { CopyCaution } from './CopyCaution.tsx';
import { RefusalButton } from './RefusalButton.tsx';
import { SealedActions } from './SealedActions.tsx';

type Props = Pick<CaseView, 'record' | 'consents'> & {
  /** the version of the page, whose acts stand at its head */
  readonly current: string;
  readonly permissions: readonly Permission[];
  readonly timeZone: string;
};

/** Every version of the form, newest first, with its state and, once sealed, its document. */
export function Versions({ record, consents, current, permissions, timeZone }: Props) {
  return (
    <Panel title="Versions" rows>
      {consents.map((consent) => {
        const { tone, words } = localCaseWords({ ...consent, waitingFor: waitingRoles(consent) }, consent.local, timeZone);
        const isInForce = record.inForceConsentID === consent.consentID;
        return (
          <li key={consent.consentID} className={styles.version}>
            <div>
              <p>
                <strong>Version {consent.versionNumber}</strong> {isInForce && <StateChip tone="ok">In force</StateChip>}
              </p>
              <p className={`${styles.small} num`}>
                {consent.signedAt === null
                  ? `Last changed ${longTime(consent.updatedAt, timeZone)}`
                  : `Signed ${signedTime({ ...consent, signedAt: consent.signedAt }, timeZone)}`}
              </p>
            </div>
            <StateChip tone={tone}>{words}</StateChip>
            <CopyCaution consent={consent} patient={record.patient}>
              {consent.sealState === 'SEALED' && <SealedActions consent={consent} />}
              <RefusalButton consent={consent} label={` version ${consent.versionNumber}`} isMain={false} />
              {!isImported(consent) &&
                (['PRE_SIGNED', 'AUDIT'] as const).map((kind) => (
                  <FileButton
                    key={kind}
                    kind={kind}
                    consentID={consent.consentID}
                    label={` version ${consent.versionNumber}`}
                    isMain={false}
                  />
                ))}
            </CopyCaution>
            {consent.consentID !== current && mayRecordInError(consent, permissions) && <RecordInError consent={consent} />}
          </li>
        );
      })}
    </Panel>
  );
}
