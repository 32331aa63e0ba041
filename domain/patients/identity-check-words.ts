import { FAILURES } from '#domain/base/messages.ts';
import { composed } from '#domain/values/composed.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { isIdentityOpen, type FormIdentityState, type IdentityPart, type IdentityValues } from './identity-check.ts';
import { formalName } from './patient-name.ts';

const DIFFERS_WORDS: Readonly<Record<IdentityPart, string>> = {
  name: 'The signed form names another name or birth date',
  dateOfBirth: 'The signed form names another name or birth date',
  nhsNumber: 'The signed form names another NHS number',
  addedNumber: 'The signed form names no NHS number, and the record has one',
  removedNumber: 'The signed form names an NHS number, and the record has none',
};

/** The sentence beside a light, on a case and on a confirmation; empty where the form and the record name one person. */
export function identityCheckWords(check: FormIdentityState): string {
  switch (check.state) {
    case 'SAME':
      return '';
    case 'DIFFERS':
      return check.parts.map((part) => DIFFERS_WORDS[part]).join('. ');
    case 'OTHER':
      return 'The signed form may be another person’s';
    case 'SECOND':
      return 'Who this is must be checked by a second person';
    case 'ACCEPTED':
      return `Details changed since: checked by ${check.by}, ${longDate(check.day)}`;
  }
}

/** The caution beside a document that could be given to the patient: empty once it is clear whom it is about. */
export function copyCautionWords(check: FormIdentityState): string {
  return isIdentityOpen(check) ? FAILURES.WHO_IS_IT.message : '';
}

/** The identity on one side, as it stands beside the other: `DEMO-OAK, Ada, born 14 March 1950, NHS 999 000 0018`. */
export function identityInWords(values: IdentityValues): string {
  const number = values.nhsNumber === null ? 'no NHS number' : `NHS ${spacedNhsNumber(values.nhsNumber)}`;
  return composed`${formalName(values)}, born ${longDate(values.dateOfBirth)}, ${number}`;
}
