import {
  ORGANISATION_ADDRESS_MOST,
  ORGANISATION_LABELS,
  ORGANISATION_NAME_MOST,
  PRIVACY_TEXT_MOST,
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
          hint="For staff, and for patients where they have no number of their own below"
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

/** Details that pages for anybody show: the telephone, the privacy notice, and whom to tell of what. */
export function PublicFields({ form }: { readonly form: ValidatedForm<DetailsForm> }) {
  return (
    <Panel title="For patients and the public">
      <div className={styles.stack}>
        <p className={styles.about}>
          Every page of signers, the sign-in and the public check show these. Without a telephone number and a privacy notice no
          message goes to patients.
        </p>
        <TextField
          {...form.at('patientPhone')}
          label={ORGANISATION_LABELS.patientPhone}
          optional
          type="tel"
          hint="Patients who sign at home are told to ring it"
          maxLength={SUPPORT_PHONE_MOST}
        />
        <TextAreaField
          {...form.at('privacyText')}
          label={ORGANISATION_LABELS.privacyText}
          optional
          hint="An empty line begins a paragraph; a line that begins with # is a heading. Or name its address below."
          maxLength={PRIVACY_TEXT_MOST}
        />
        <TextField
          {...form.at('privacyUrl')}
          label={ORGANISATION_LABELS.privacyUrl}
          optional
          autoCapitalize="none"
          hint="Where the notice stands on your own site: https://…"
        />
        <TextField
          {...form.at('accessibilityEmail')}
          label={ORGANISATION_LABELS.accessibilityEmail}
          optional
          type="email"
          autoCapitalize="none"
          hint="Whom to tell of a page that somebody cannot use; without it the support email"
        />
        <TextAreaField
          {...form.at('safetyContacts')}
          label={ORGANISATION_LABELS.safetyContacts}
          optional
          hint="One in each line. Without any, those who manage the organisation are mailed."
        />
      </div>
    </Panel>
  );
}
