import { roleInText } from '#domain/forms/role-words.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import styles from '../cases.module.css';
import type { ScanCheck } from './use-scan-check.ts';

/** The signers on the paper, with the day beside each signature. */
export function ScanSigners({ check: { signers, signed, sign, dayErrorOf } }: { readonly check: ScanCheck }) {
  return (
    <FieldGroup id="scan-signers" label="Who has signed on the paper?">
      <div className={styles.stack}>
        {signers.map(({ signing_order: order, role, recipient_name: name }) => (
          <div key={order} className={styles.tight}>
            <CheckField
              id={`scan-signer-${order}`}
              label={`${name}, ${roleInText(role)}`}
              value={signed.has(order) ? 'YES' : 'NO'}
              onChange={(value) => sign(order, value === 'YES' ? '' : null)}
            />
            {signed.has(order) && (
              <PlainDateField
                id={`scan-signed-on-${order}`}
                label={`Date beside the signature of ${name}`}
                value={signed.get(order) ?? ''}
                onChange={(day) => sign(order, day)}
                error={dayErrorOf(order)}
              />
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
