import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { Recipient } from '#domain/consents/recipients.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { paths } from '#src/paths.ts';
import { useMay } from '#src/session/permissions.ts';
import { Link } from '#src/ui/Link.tsx';
import styles from '../cases.module.css';
import type { Contact, ContactWay } from './use-contact.ts';

const WORDS = { email: 'email address', phone: 'mobile number' } as const satisfies Record<ContactWay, string>;

type Props = {
  readonly way: ContactWay;
  readonly contact: Contact;
  readonly patient: Pick<RecordSummary['patient'], 'id'>;
  readonly signer: Pick<Recipient, 'role'>;
};

/** Where a link goes, in full, before anybody sends it; with the way to the patient's details, where it is changed. */
export function GoesTo({ way, contact: { value, isProtected }, patient, signer: { role } }: Props) {
  const mayChange = useMay('patients.write') && ROLE_RULES[role].isPatient;
  const change = mayChange && (
    <>
      {' '}
      <Link href={paths.patient(patient.id).href}>Change it</Link>
    </>
  );
  if (isProtected)
    return (
      <p>
        A link goes to the {WORDS[way]} on record. It is protected, and not shown here.{change}
      </p>
    );
  if (value === null) return <p>A link goes to the {WORDS[way]} on record.</p>;
  return (
    <p>
      A link goes to <strong className={styles.contact}>{value}</strong>.{change}
    </p>
  );
}
