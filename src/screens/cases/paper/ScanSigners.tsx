import { roleInText } from '#domain/forms/role-words.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import styles from '../cases.module.css';
import { signsAsStaff } from '#domain/forms/signer-roles.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { NOBODY_SAID } from './paper-staff.ts';
import { ScanStaff } from './ScanStaff.tsx';
import type { ScanCheck } from './use-scan-check.ts';

/** `14:05`. */
const TIME_LENGTH = 5;

/** The signers on the paper, with the day beside each signature. */
export function ScanSigners({
  check: { signers, signed, sign, times, setTime, staff, setMember, errorOf },
}: {
  readonly check: ScanCheck;
}) {
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
              <div className={styles.stack}>
                <PlainDateField
                  id={`scan-signed-on-${order}`}
                  label={`Date beside the signature of ${name}`}
                  value={signed.get(order) ?? ''}
                  onChange={(day) => sign(order, day)}
                  error={errorOf(order, 'signedOn')}
                />
                <TextField
                  id={`scan-signed-at-${order}`}
                  label={`Time beside the signature of ${name}`}
                  hint="As it is written there, such as 14:05. Leave it empty where there is none."
                  optional
                  value={times.get(order) ?? ''}
                  onChange={(time) => setTime(order, time)}
                  error={errorOf(order, 'signedAt')}
                  maxLength={TIME_LENGTH}
                />
                {signsAsStaff(role) && (
                  <ScanStaff
                    order={order}
                    name={name}
                    staff={staff.get(order) ?? NOBODY_SAID}
                    onChange={(change) => setMember(order, change)}
                    error={errorOf(order, 'userID')}
                  />
                )}
              </div>
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
