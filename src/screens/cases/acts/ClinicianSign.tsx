import { Button } from '@mantine/core';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { givesSecondOpinion, isClinician, type SignerRole } from '#domain/forms/signer-roles.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import styles from '../cases.module.css';
import { useShownCheck } from '../shown-check.ts';
import { ShownNotice } from '../ShownNotice.tsx';
import { UnansweredChoices } from './UnansweredChoices.tsx';
import { WrongUnderstanding } from '../Understanding.tsx';
import { OpenPointFields } from './OpenPointFields.tsx';
import { OwnSignatureFields } from './OwnSignatureFields.tsx';
import { useOpenPointReasons } from './use-open-point-reasons.ts';
import { useOwnSignature } from './use-own-signature.ts';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly name: string;
  /** of the roles that sign under an own account */
  readonly signsAs?: SignerRole;
};

/** The clinician's block: the statement, a check that the form is the one that was sent, and one signature; the name is typed already. */
export function ClinicianSign({ consent, patient, name, signsAs = 'CLINICIAN' }: Props) {
  const check = useShownCheck(consent, patient, signsAs);
  const signature = useOwnSignature({ consent, name, signsAs });
  const open = useOpenPointReasons(consent);
  const statement = consent.statements[signsAs];
  const digest = consent.contentDigest;
  if (statement === undefined || digest === null) return null;
  return (
    <Panel title={givesSecondOpinion(signsAs) ? 'Give the second opinion' : 'Sign as clinician'}>
      <div className={styles.stack} id="clinician-sign">
        <ErrorSummary
          problems={signature.faults.map(({ path, message }) => ({ field: path === '' ? undefined : `sign-${path}`, message }))}
        />
        <blockquote className={styles.quote}>{statement}</blockquote>
        {isClinician(signsAs) && <OpenPointFields open={open} faults={signature.faults} />}
        <UnansweredChoices consent={consent} />
        <WrongUnderstanding consent={consent} />
        <ShownNotice check={check} />
        <OwnSignatureFields signature={signature} />
        <p className={styles.small}>Your signature is saved with the time and with this exact form.</p>
        <div>
          <Button
            onClick={() => signature.give(statement, digest, isClinician(signsAs) ? open : undefined)}
            loading={signature.isSubmitted}
            disabled={check !== 'same'}
          >
            Sign as {name}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
