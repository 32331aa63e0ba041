import { counted } from '#domain/base/counted.ts';
import { addresseesOptions } from '#src/queries/referrals.ts';
import { controlProps, type TextControlProps } from '#src/ui/fields/field.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The person or the speciality that a patient is referred to. */
export function AddresseeField(field: Omit<TextControlProps, 'label' | 'hint'>) {
  const { data } = useQuery(addresseesOptions());
  const specialities = (data?.specialities ?? []).toSorted((one, other) => Number(other.people > 0) - Number(one.people > 0));
  return (
    <NativeSelect
      {...controlProps({ ...field, label: 'Refer to', hint: 'A speciality reaches all of its people who review referrals.' })}
      autoComplete="off"
      data={[
        { value: '', label: data === undefined ? 'Loading' : 'Choose a person or a speciality' },
        {
          group: 'Specialities',
          items: specialities.map(({ name, people }) => ({
            value: `speciality:${name}`,
            label: `${name} (${peopleWords(people)})`,
          })),
        },
        {
          group: 'People',
          items: (data?.people ?? []).map(({ _id, name, speciality }) => ({
            value: `person:${_id}`,
            label: speciality === null ? name : `${name}, ${speciality}`,
          })),
        },
      ]}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

function peopleWords(count: number): string {
  if (count === 0) return 'nobody yet';
  return counted(count, 'person', 'people');
}
