import { useProduct } from '#src/queries/reference.ts';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import styles from './account.module.css';

/** The terms that every user of the product accepts once. */
export function TermsText() {
  const { name } = useProduct();
  return (
    <div className={styles.prose}>
      <p>
        {name} holds the health data of patients. By using it you agree to the following. Version {POLICY_VERSION}.
      </p>
      <ol className={styles.terms}>
        <li>
          <strong>Your account is yours alone.</strong> You tell nobody your password or your codes, and you lock or sign out when
          you leave a device.
        </li>
        <li>
          <strong>Only for care.</strong> You open a patient’s record only when your work for that patient needs it.
        </li>
        <li>
          <strong>Consent stays a conversation.</strong> The forms support what you say to the patient; they do not replace it,
          nor your own clinical judgement.
        </li>
        <li>
          <strong>Everything leaves a trace.</strong> Sign-ins, and every step of a consent, are recorded with your name and the
          time. Those who are entitled to may look at these records.
        </li>
        <li>
          <strong>Signatures.</strong> You sign in your own name only. Each signature is a simple electronic signature; the
          finished document carries the organisation’s seal.
        </li>
        <li>
          <strong>Say when something is wrong.</strong> You report a lost device, a wrong record or a suspected misuse to your
          administrator at once.
        </li>
      </ol>
    </div>
  );
}
