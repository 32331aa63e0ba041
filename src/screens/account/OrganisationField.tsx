import { ORGANISATION_SEARCH_LEAST } from '#domain/accounts/staff.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { organisationsOptions } from '#src/queries/registration.ts';
import { labelText, type FieldProps } from '#src/ui/fields/field.ts';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Named } from './profile-form.ts';

type OrganisationFieldProps = FieldProps & { readonly value: Named | null; readonly onChange: (value: Named | null) => void };

/** One organisation, found by typing: the search starts at two characters (spec §5), and one may be chosen. */
export function OrganisationField({ id, label, error, optional, disabled = false, value, onChange }: OrganisationFieldProps) {
  const [text, setText] = useState(value?.name ?? '');
  const searchTerm = useDebouncedServerSearch(text.trim());
  const isLongEnough = searchTerm.length >= ORGANISATION_SEARCH_LEAST && searchTerm !== value?.name;
  const found = useQuery({ ...organisationsOptions(searchTerm), enabled: isLongEnough && !disabled });
  const offered = isLongEnough ? (found.data ?? []) : [];
  // The chosen organisation must be among the data, or its name would vanish from the field.
  const known = value === null || offered.some(({ _id }) => _id === value._id) ? offered : [value, ...offered];
  return (
    <Select
      id={id}
      label={labelText(label, optional)}
      description={disabled ? 'Your administrator can tell you how to move to another organisation.' : 'Type its first letters'}
      error={error}
      disabled={disabled}
      searchable
      autoComplete="off"
      spellCheck={false}
      // Within the form, and so within a landmark.
      comboboxProps={{ withinPortal: false }}
      data={known.map(({ _id, name }) => ({ value: _id, label: name }))}
      // The server has already filtered.
      filter={({ options }) =>
        options.filter((option) => !('value' in option) || offered.some(({ _id }) => _id === option.value))
      }
      value={value?._id ?? null}
      onChange={(next) => onChange(known.find(({ _id }) => _id === next) ?? null)}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={nothingWords(text.trim(), found)}
      rightSection={<span />}
    />
  );
}

function nothingWords(text: string, { error, data }: { readonly error: unknown; readonly data: unknown }): string {
  if (text.length < ORGANISATION_SEARCH_LEAST) return `Please type at least ${ORGANISATION_SEARCH_LEAST} letters`;
  if (error !== null) return failureWords(error);
  return data === undefined ? 'Looking…' : 'No organisation found';
}
