import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOMS } from '#tests/support/checks/syntax.ts';

// The project's lint settings over a tree of planted files, each with one import, assertion or long function: a rule that no file breaks proves
// nothing.
const project = path.resolve(import.meta.dirname, '../..');

/** Imports that the folders of `src` may not have; some lie deeper than one folder. */
const FORBIDDEN: readonly (readonly [file: string, from: string])[] = [
  ['src/ui/planted.ts', '#contract/calls.ts'],
  ['src/ui/deep/planted.ts', '#store/sync/loop.ts'],
  ['src/ui/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/ui/planted3.ts', '#src/queries/records.ts'],
  ['src/ui/planted4.ts', '#src/session/api.ts'],
  ['src/ui/planted5.ts', '#src/routes/home.tsx'],
  ['src/ui/planted6.ts', '#src/notices/notices.tsx'],
  ['src/ui/planted7.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/ui/planted8.ts', '#src/device/clock.ts'],
  ['src/ui/planted9.ts', '#src/offline/session.ts'],
  ['src/ui/planted10.ts', '#src/auth/auth.ts'],
  ['src/ui/planted11.ts', '#src/results/ExportButton.tsx'],
  ['src/ui/planted12.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/ui/planted13.ts', '#src/live/live-state.ts'],
  ['src/ui/planted14.ts', '#src/editing/form-merge.ts'],
  ['src/ui/planted15.ts', '#src/paths.ts'],
  ['src/signature/planted.ts', '#contract/calls.ts'],
  ['src/signature/deep/planted.ts', '#src/ui/layout/Page.tsx'],
  ['src/signature/planted2.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/signature/planted3.ts', '@mantine/core'],
  ['src/rich-text/planted.ts', '#contract/calls.ts'],
  ['src/rich-text/planted2.ts', '#src/ui/layout/Page.tsx'],
  ['src/screens/home/planted.ts', '#store/sync/loop.ts'],
  ['src/screens/home/planted2.ts', '#src/routes/home.tsx'],
  ['src/screens/home/planted3.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/screens/home/planted4.ts', '#src/screens/patients/Patients.tsx'],
  ['src/sign/pages/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/sign/pages/planted2.ts', '#src/ui/layout/Page.tsx'],
  ['src/sign/pages/planted3.ts', '#src/queries/records.ts'],
  ['src/sign/pages/planted4.ts', '@mantine/core'],
  ['src/sign/pages/planted5.ts', '@tanstack/react-query'],
  ['src/sign/pages/planted6.ts', 'dexie'],
  ['src/sign/pages/planted7.ts', '#src/notices/notices.tsx'],
  ['src/sign/pages/planted8.ts', '#src/routes/home.tsx'],
  ['src/sign/pages/planted9.ts', '#src/auth/auth.ts'],
  ['src/sign/pages/planted10.ts', '#src/results/ExportButton.tsx'],
  ['src/sign/pages/planted11.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/offline/local/planted.ts', '#src/queries/records.ts'],
  ['src/offline/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/offline/planted3.ts', '#src/ui/layout/Page.tsx'],
  ['src/offline/planted4.ts', '#src/routes/home.tsx'],
  ['src/offline/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/offline/planted6.ts', '#src/notices/notices.tsx'],
  ['src/offline/planted7.ts', '#src/auth/auth.ts'],
  ['src/offline/planted8.ts', '#src/results/ExportButton.tsx'],
  ['src/offline/planted9.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/session/planted.ts', '#src/queries/records.ts'],
  ['src/session/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/session/planted3.ts', '#src/routes/home.tsx'],
  ['src/session/planted4.ts', '#src/ui/layout/Page.tsx'],
  ['src/session/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/session/planted6.ts', '#src/offline/session.ts'],
  ['src/session/planted7.ts', '#src/notices/notices.tsx'],
  ['src/session/planted8.ts', '#src/auth/auth.ts'],
  ['src/session/planted9.ts', '#src/results/ExportButton.tsx'],
  ['src/session/planted10.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/queries/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/queries/planted2.ts', '#src/notices/notices.tsx'],
  ['src/queries/planted3.ts', '#src/routes/home.tsx'],
  ['src/queries/planted4.ts', '#src/ui/layout/Page.tsx'],
  ['src/queries/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/queries/planted6.ts', '#src/results/ExportButton.tsx'],
  ['src/queries/planted7.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/notices/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/notices/planted2.ts', '#src/routes/home.tsx'],
  ['src/notices/planted3.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/notices/planted4.ts', '#src/queries/records.ts'],
  ['src/notices/planted5.ts', '#src/auth/auth.ts'],
  ['src/notices/planted6.ts', '#src/results/ExportButton.tsx'],
  ['src/notices/planted7.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/device/deep/planted.ts', '#src/ui/layout/Page.tsx'],
  ['src/device/planted2.ts', '#src/session/api.ts'],
  ['src/device/planted3.ts', '#src/offline/session.ts'],
  ['src/device/planted4.ts', '#src/notices/notices.tsx'],
  ['src/device/planted5.ts', '#src/auth/auth.ts'],
  ['src/device/planted6.ts', '#src/queries/records.ts'],
  ['src/device/planted7.ts', '#src/results/ExportButton.tsx'],
  ['src/device/planted8.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/device/planted9.ts', '#src/screens/home/Home.tsx'],
  ['src/device/planted10.ts', '#src/routes/home.tsx'],
  ['src/device/planted11.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/auth/deep/planted.ts', '#src/ui/layout/Page.tsx'],
  ['src/auth/planted2.ts', '#src/queries/records.ts'],
  ['src/auth/planted3.ts', '#src/results/ExportButton.tsx'],
  ['src/auth/planted4.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/auth/planted5.ts', '#src/screens/home/Home.tsx'],
  ['src/auth/planted6.ts', '#src/routes/home.tsx'],
  ['src/auth/planted7.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/results/deep/planted.ts', '#src/tablet/ReadinessLine.tsx'],
  ['src/results/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/results/planted3.ts', '#src/routes/home.tsx'],
  ['src/results/planted4.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/tablet/deep/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/tablet/planted2.ts', '#src/routes/home.tsx'],
  ['src/tablet/planted3.ts', '#src/sign/pieces/SignerField.tsx'],
];

/** Imports that look alike and are allowed. */
const ALLOWED: typeof FORBIDDEN = [
  ['src/screens/home/allowed.ts', '#src/screens/account/CodeField.tsx'],
  ['src/screens/library/allowed.ts', '#src/screens/templates/editor/TextEditor.tsx'],
  ['src/screens/home/allowed2.ts', '#src/queries/records.ts'],
  ['src/sign/pages/allowed.ts', '#src/session/handover.ts'],
  ['src/offline/allowed.ts', '#store/sync/loop.ts'],
  ['src/device/allowed.ts', '#store/sync/loop.ts'],
  ['src/auth/allowed.ts', '#src/notices/notices.tsx'],
  ['src/results/allowed.ts', '#src/queries/records.ts'],
  ['src/tablet/allowed.ts', '#src/results/ExportButton.tsx'],
  ['src/ui/allowed.ts', '#domain/patients/patient.ts'],
  ['src/signature/allowed.ts', '#src/signature/pad-points.ts'],
];

/** Files that take a value for present which may be absent. */
const ASSERTING = ROOMS.map((room) => `${room}/planted-first.ts`);
const ASSERTING_TEST = 'tests/planted-first.ts';

/** Files with a function of 81 lines, and of 80. */
const LONG = ROOMS.map((room) => `${room}/planted-long.ts`);
const SHORT = ROOMS.map((room) => `${room}/planted-short.ts`);
const functionOf = (lines: number) => `export function planted() {${'\n'.repeat(lines - 1)}}\n`;

let tree: string;
let found: readonly { readonly code: string; readonly filename: string }[];
const refusedBy = (rule: string) => found.flatMap(({ code, filename }) => (code.includes(rule) ? [filename] : []));

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'assent-lint-'));
  cpSync(path.join(project, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'));
  const imports = [...FORBIDDEN, ...ALLOWED].map(
    ([file, from]) => [file, `import { planted } from '${from}';\n\nexport const used = planted;\n`] as const,
  );
  const assertions = [...ASSERTING, ASSERTING_TEST].map(
    (file) => [file, 'export const firstOf = (list: readonly string[]) => list[0]!;\n'] as const,
  );
  const functions = [
    ...LONG.map((file) => [file, functionOf(81)] as const),
    ...SHORT.map((file) => [file, functionOf(80)] as const),
  ];
  for (const [file, source] of [...imports, ...assertions, ...functions]) {
    mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(tree, file), source);
  }
  const oxlint = path.join(project, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', ...ROOMS, 'tests'], { cwd: tree, encoding: 'utf8' });
  // oxlint's own format: one entry a finding.
  found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics;
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(FORBIDDEN)('%s may not import %s', (file) => {
  expect(refusedBy('no-restricted-imports')).toContain(file);
});

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(refusedBy('no-restricted-imports')).not.toContain(file);
});

test('no source asserts that a value is present; a test may, which fails where it is not', () => {
  expect(refusedBy('no-non-null-assertion').toSorted()).toEqual(ASSERTING.toSorted());
});

test('no function is longer than 80 lines, which one screen shows', () => {
  expect(refusedBy('max-lines-per-function').toSorted()).toEqual(LONG.toSorted());
});
