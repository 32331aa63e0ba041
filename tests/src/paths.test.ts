import { isAt, paths } from '#src/paths.ts';
import type {} from '#src/router.tsx';
import { expect, test } from 'vitest';

test('an address carries what it needs and nothing that is not set', () => {
  expect(paths.home.href).toBe('/');
  expect(paths.figures.href).toBe('/?view=figures');
  expect(paths.newPatientForConsent.href).toBe('/patient?mode=new&purpose=consent');
  expect(paths.draft('c', 'r').href).toBe('/create-consent?consent=c&record=r');
  expect(paths.signInFor('/patient?page=2').href).toBe('/login?to=%2Fpatient%3Fpage%3D2');
});

test('a parameter cannot lead out of its part of the path', () => {
  expect(paths.verifyCode('AB/../login?x').href).toBe('/verify/AB%2F..%2Flogin%3Fx');
});

test('a place of the menu is known in any letter case, and by nothing that only begins like it', () => {
  expect(isAt('/user-management?person=1', ['/User-Management'])).toBe(true);
  expect(isAt('/patient?mode=new', ['/patient'])).toBe(true);
  expect(isAt('/patient/detail?id=1', ['/patient'])).toBe(false);
  expect(isAt('/termsconditions', ['/terms'])).toBe(false);
});

test('a place that no route has does not compile', () => {
  const wrong = () => {
    // @ts-expect-error no such search value
    const search: typeof paths.patients.search = { mode: 'nobody' };
    // @ts-expect-error a plain string is no checked address
    const href: typeof paths.home.href = '/nowhere';
    // @ts-expect-error no such path
    const at = isAt('/', ['/nowhere']);
    return { search, href, at };
  };
  expect(wrong).toBeTypeOf('function');
});
