import { expect, test } from 'vitest';
import { caseOf, screenPath } from '#src/safety/send-report.ts';

const ID = '018f0000-0000-7000-8000-00000000beef';

test.each([
  ['/', '/'],
  ['/patient/detail', '/patient/detail'],
  ['/User-Management', '/User-Management'],
  ['/verify/ABCD-1234-EFGH', '/verify/…'],
  [`/anything/${ID}`, '/anything/…'],
  [`/consent/l_${'x'.repeat(43)}`, '/consent/…'],
])('the screen of %s is told as %s: no path holds an id', (path, told) => expect(screenPath(path)).toBe(told));

test.each([
  ['/consent', `?id=${ID}`, ID],
  ['/create-consent', `?consent=018f0000-0000-7000-8000-000000000001&record=${ID}`, ID],
  ['/patient/detail', `?id=${ID}`, undefined],
  ['/consent', '?id=nobody', undefined],
  ['/consent', '', undefined],
])('%s%s is about the case %s', (pathname, search, id) => expect(caseOf({ pathname, search })).toBe(id));
