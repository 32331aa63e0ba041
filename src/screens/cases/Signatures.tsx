import type { Consent } from '#contract/record-shapes.ts';
import { longTime } from '#domain/plain-date.ts';
import { SIGNER_WORDS } from '#domain/state-words.ts';
import { Panel } from '#src/ui/Panel.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import styles from './cases.module.css';
import { SignatureInk } from './SignatureInk.tsx';
import { METHOD_WORDS, SIGNER_STATE_WORDS } from './signing-words.ts';

/** Who signs this version, in order: each signature as it was given, and who is still awaited. */
export function Signatures({ consent, timeZone }: { readonly consent: Consent; readonly timeZone: string }) {
  const order = consent.recipients.toSorted((a, b) => a.signing_order - b.signing_order);
  if (order.length === 0) return null;
  return (
    <Panel title="Signatures" rows>
      {order.map(({ role, recipient_name, state }) => {
        const signature = consent.signatures.find((each) => each.role === role);
        return (
          <li key={role} className={styles.signature}>
            <div>
              <p>
                <strong>{signature?.name ?? recipient_name}</strong> <span className={styles.small}>{SIGNER_WORDS[role]}</span>
              </p>
              {signature === undefined ? (
                <StateChip tone={state === 'DECLINED' ? 'stop' : 'warn'}>{SIGNER_STATE_WORDS[state]}</StateChip>
              ) : (
                <>
                  <p className={`${styles.small} num`}>{longTime(signature.receivedAt, timeZone)}</p>
                  <p className={styles.small}>
                    {METHOD_WORDS[signature.method]}
                    {signature.witness !== null && `: ${signature.witness.name}, ${signature.witness.role}`}
                  </p>
                </>
              )}
            </div>
            {signature !== undefined && <SignatureInk signature={signature} />}
          </li>
        );
      })}
    </Panel>
  );
}
