import { longDate } from '#domain/values/plain-date.ts';
import type { FormIdentityState } from './identity-check.ts';

/** The sentence beside a light, on a case and on a confirmation; empty where the form and the record name one person. */
export function identityCheckWords(check: FormIdentityState): string {
  switch (check.state) {
    case 'SAME':
      return '';
    case 'DIFFERS':
      return `The signed form names another ${check.parts.includes('nhsNumber') ? 'NHS number' : 'name or birth date'}`;
    case 'OTHER':
      return 'The signed form may be another person’s';
    case 'SECOND':
      return 'Who this is must be checked by a second person';
    case 'ACCEPTED':
      return `Details changed since: checked by ${check.by}, ${longDate(check.day)}`;
  }
}
