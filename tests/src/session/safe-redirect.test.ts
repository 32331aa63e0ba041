import { safeRedirect } from '#src/session/safe-redirect.ts';
import { expect, test } from 'vitest';

const origin = 'https://consent.demo.nhs.uk';

test.each([
  ['/patient', '/patient'],
  ['/patient/detail?id=0198abcd-ef01-7fff-bfff-ffffffffffff', '/patient/detail?id=0198abcd-ef01-7fff-bfff-ffffffffffff'],
  ['/patient/../procedure', '/procedure'],
])('signing in leads back to the place %s', (to, place) => {
  expect(safeRedirect(to, origin)).toBe(place);
});

test.each([
  [undefined],
  [''],
  ['patient'],
  ['//evil.example/patient'],
  ['/\\evil.example'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  ['/login'],
  ['/login/abcdef'],
  ['/logout'],
  ['/x/../logout'],
  ['/api/user/me'],
])('signing in never leads to %j', (to) => {
  expect(safeRedirect(to, origin)).toBe('/');
});
