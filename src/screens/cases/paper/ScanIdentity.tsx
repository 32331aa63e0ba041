import { NAME_MOST } from '#domain/values/text-limits.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ScanCheck } from './use-scan-check.ts';

/** Whose the paper is and what it is for, read from the paper, where no code says it. */
export function ScanIdentity({ check: { identity, read, errorAt } }: { readonly check: ScanCheck }) {
  return (
    <>
      <TextField
        id="scan-last-name"
        label="Last name of the patient, as written on the paper"
        value={identity.lastName}
        onChange={(lastName) => read({ lastName })}
        error={errorAt('identifiers.lastName')}
        maxLength={NAME_MOST}
      />
      <PlainDateField
        id="scan-birth-date"
        label="Date of birth, as written on the paper"
        value={identity.dateOfBirth}
        onChange={(dateOfBirth) => read({ dateOfBirth })}
        error={errorAt('identifiers.dateOfBirth')}
      />
      <CheckField
        id="scan-procedure"
        label="The paper names the procedure and the side above"
        value={identity.isSameProcedure ? 'YES' : 'NO'}
        onChange={(value) => read({ isSameProcedure: value === 'YES' })}
        error={errorAt('identifiers.isSameProcedure')}
      />
    </>
  );
}
