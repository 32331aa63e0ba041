import type { Control } from '#domain/values/field.ts';
import { testNhsNumber } from '#tests/support/forms/builders.ts';

/** Text that a box of this kind takes; another for another `nth` from 1, and never what the box starts with. */
export function sampleText(control: Control, nth: number): string {
  switch (control.kind) {
    case 'text':
      return `Demo-${nth}`;
    case 'prose':
      return `${nth} Demo Road\nDemo Town`;
    case 'tel':
      return `01632 96000${nth}`;
    case 'email':
      return `demo-${nth}@example.org`;
    case 'date':
      return `195${nth}-03-14`;
    case 'nhsNumber':
      return testNhsNumber(500 + nth);
    case 'language':
      return ['en', 'pl', 'cy', 'fr'][nth] ?? 'de';
    case 'yesNo':
    case 'check':
      return nth % 2 === 1 ? 'YES' : 'NO';
    case 'ticks': {
      const values = Object.keys(control.options);
      return values.filter((_, at) => at % 3 === nth % 3).join(' ');
    }
    case 'select': {
      const values = Object.keys(control.options);
      return values[nth % values.length] ?? '';
    }
  }
}
