import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listRoutes, routesPage } from '../../../scripts/routes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const routes = listRoutes(root);

/** The addresses of the specification, section 2. */
const SPECIFIED =
  `/ /profile /about /faqs /terms /User-Management /patient /patient/detail /create-consent /consent /procedure /roles
  /add-role /edit-role /my-referral /login /login/:token /consent/:token /forgot-password /reset-password /register-email
  /register-password /update-profile /termsconditions /setup2fa /unsupportedbrowser /logout`.split(/\s+/);

test('docs/routes.md lists the addresses of the code: `node scripts/routes.mjs` writes it anew', () => {
  const stored = fs.readFileSync(path.join(root, 'docs/routes.md'), 'utf8');
  expect(stored.split('\n')).toEqual(routesPage(root).split('\n'));
});

test('every address of the specification is one of the product', () => {
  const known = new Set(routes.map((each) => each.path));
  expect(SPECIFIED.filter((each) => !known.has(each))).toEqual([]);
});

test.each(routes.map((each) => [each.path, each] as const))('%s is opened by a test in a browser', (_, { tests }) => {
  expect(tests).not.toEqual([]);
});

test('every route of the router is listed once', () => {
  const router = fs.readFileSync(path.join(root, 'src/router.tsx'), 'utf8');
  const declared = router.slice(router.indexOf('const routeTree')).match(/\b[a-z]\w*Route\b/g) ?? [];
  const layouts = [
    'rootRoute',
    'signedInRoute',
    'libraryTabsRoute',
    'manageRoute',
    'registeringRoute',
    'publicRoute',
    'anywhereRoute',
  ];
  const screens = new Set(declared.filter((each) => !layouts.includes(each)));
  const ofServer = routes.filter((each) => each.path.includes(':') || ['/unsupportedbrowser', '/my-consent'].includes(each.path));
  expect(new Set(routes.map((each) => each.path)).size).toBe(routes.length);
  expect(routes.length - ofServer.length).toBe(screens.size);
});
