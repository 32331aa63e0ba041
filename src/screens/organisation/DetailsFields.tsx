import {
  ORGANISATION_ADDRESS_MOST,
  ORGANISATION_LABELS,
  ORGANISATION_NAME_MOST,
  SUPPORT_PHONE_MOST,
} from '#domain/organisation/organisation.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import type { DetailsForm } from './details-form.ts';
import styles from './organisation.module.css';

/** Name, address and support contact. */
export function DetailsFields({ form }: { readonly form: ValidatedForm<DetailsForm> }) {
  return (
    <Panel title="Details">
      <div className={styles.stack}>
        <TextField
          {...form.at('name')}
          label={ORGANISATION_LABELS.name}
          hint="As patients know it. Forms, links and documents show it."
          maxLength={ORGANISATION_NAME_MOST}
        />
        <TextAreaField
          {...form.at('address')}
          label={ORGANISATION_LABELS.address}
          optional
          hint="Documents show it under the name"
          maxLength={ORGANISATION_ADDRESS_MOST}
        />
        <TextField
          {...form.at('supportPhone')}
          label={ORGANISATION_LABELS.supportPhone}
          optional
          type="tel"
          hint="Patients who sign at home are told to ring it"
          maxLength={SUPPORT_PHONE_MOST}
        />
        <TextField
          {...form.at('supportEmail')}
          label={ORGANISATION_LABELS.supportEmail}
          optional
          type="email"
          autoCapitalize="none"
          hint="Without either, patients are given the contact of this installation"
        />
      </div>
    </Panel>
  );
}
