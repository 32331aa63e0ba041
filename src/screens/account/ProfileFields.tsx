import { plainPhone, STAFF_NAME_MOST } from '#domain/accounts/staff.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import styles from './account.module.css';
import { OrganisationField } from './OrganisationField.tsx';
import type { ProfileChoices } from './profile-choices.ts';
import { PROFILE_LABELS, type ProfileField, type ProfileForm } from './profile-form.ts';

type ProfileFieldsProps = {
  readonly form: ValidatedForm<ProfileForm>;
  readonly choices: ProfileChoices;
  /** The organisation is shown but cannot be changed: it is chosen once, in the registration. */
  readonly organisationFixed?: boolean;
};

/** The fields of a profile (spec §5 Update profile); each control's id is its field's name. */
export function ProfileFields({ form, choices: { grades, specialities }, organisationFixed = false }: ProfileFieldsProps) {
  const at = <F extends ProfileField>(field: F) => ({ ...form.at(field), label: PROFILE_LABELS[field] });
  return (
    <div className={styles.fields}>
      <TextField {...at('firstName')} autoComplete="given-name" maxLength={STAFF_NAME_MOST} />
      <TextField {...at('lastName')} autoComplete="family-name" maxLength={STAFF_NAME_MOST} />
      <TextField
        {...at('phoneNumber')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="11 digits, for example 07700 900123"
        onBlur={(event) => {
          const plain = plainPhone(form.values.phoneNumber);
          // Tidied input is not a change: a form that was opened and left has none.
          if (plain !== form.values.phoneNumber) form.change({ phoneNumber: plain });
          at('phoneNumber').onBlur(event);
        }}
      />
      <SelectField
        {...at('grade')}
        placeholder="Choose a grade"
        options={grades.map((grade) => ({ value: grade, label: grade }))}
      />
      <OrganisationField {...at('organisation')} disabled={organisationFixed} />
      <SelectField
        {...at('speciality')}
        placeholder="Choose a speciality"
        options={specialities.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <TextField {...at('consultantCode')} hint="Your GMC, NMC or GOC number, 7 to 10 letters and digits" />
    </div>
  );
}
