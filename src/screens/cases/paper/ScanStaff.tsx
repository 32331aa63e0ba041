import { useQuery } from '@tanstack/react-query';
import { STAFF_LABELS } from '#domain/accounts/staff.ts';
import { LIST_NAME_MOST } from '#domain/organisation/organisation.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import { cliniciansOptions } from '#src/queries/operator.ts';
import { useSession } from '#src/session/session.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { operatorChoices } from '../theatre/operator-words.ts';
import { ON_PAPER_ALONE, type PaperStaff } from './paper-staff.ts';

type Props = {
  readonly order: number;
  readonly name: string;
  readonly staff: PaperStaff;
  readonly onChange: (change: Partial<PaperStaff>) => void;
  readonly error: string | undefined;
};

/** The member of staff who signed on the paper: an account, or what stands there about somebody without one. */
export function ScanStaff({ order, name, staff, onChange, error }: Props) {
  const { data: clinicians = [] } = useQuery(cliniciansOptions());
  const own = useSession()?.user;
  const others = operatorChoices(clinicians, { user: own, maySign: false }).filter(({ value }) => value !== own?._id);
  const field = (key: 'name' | 'grade' | 'registrationNumber', label: string, maxLength: number) => (
    <TextField
      id={`scan-staff-${key}-${order}`}
      label={label}
      optional
      value={staff[key]}
      onChange={(value) => onChange({ [key]: value })}
      maxLength={maxLength}
    />
  );
  return (
    <>
      <SelectField
        id={`scan-staff-${order}`}
        label={`Whose signature is it, where the form has ${name}?`}
        placeholder="Choose who signed"
        options={[
          ...(own === undefined ? [] : [{ value: own._id, label: 'This is my signature' }]),
          ...others,
          { value: ON_PAPER_ALONE, label: 'Somebody else, as the paper says' },
        ]}
        value={staff.account}
        onChange={(account) => onChange({ account })}
        error={error}
      />
      {staff.account === ON_PAPER_ALONE && (
        <>
          {field('name', 'Name on the paper', NAME_MOST)}
          {field('grade', `${STAFF_LABELS.grade} on the paper`, LIST_NAME_MOST)}
          {field('registrationNumber', `${STAFF_LABELS.consultantCode} on the paper`, LIST_NAME_MOST)}
        </>
      )}
    </>
  );
}
