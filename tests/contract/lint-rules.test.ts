import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The project's lint settings over a tree of planted files, each with one import: a rule that no file breaks proves nothing.
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
  ['src/signature/planted.ts', '#contract/calls.ts'],
  ['src/signature/deep/planted.ts', '#src/ui/layout/Page.tsx'],
  ['src/signature/planted2.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/signature/planted3.ts', '@mantine/core'],
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
  ['src/offline/local/planted.ts', '#src/queries/records.ts'],
  ['src/offline/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/offline/planted3.ts', '#src/ui/layout/Page.tsx'],
  ['src/offline/planted4.ts', '#src/routes/home.tsx'],
  ['src/offline/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/session/planted.ts', '#src/queries/records.ts'],
  ['src/session/planted2.ts', '#src/screens/home/Home.tsx'],
  ['src/session/planted3.ts', '#src/routes/home.tsx'],
  ['src/session/planted4.ts', '#src/ui/layout/Page.tsx'],
  ['src/session/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/queries/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/queries/planted2.ts', '#src/notices/notices.tsx'],
  ['src/queries/planted3.ts', '#src/routes/home.tsx'],
  ['src/queries/planted4.ts', '#src/ui/layout/Page.tsx'],
  ['src/queries/planted5.ts', '#src/sign/pieces/SignerField.tsx'],
  ['src/notices/planted.ts', '#src/screens/home/Home.tsx'],
  ['src/notices/planted2.ts', '#src/routes/home.tsx'],
  ['src/notices/planted3.ts', '#src/sign/pieces/SignerField.tsx'],
];

/** Imports that look alike and are allowed. */
const ALLOWED: typeof FORBIDDEN = [
  ['src/screens/home/allowed.ts', '#src/screens/account/CodeField.tsx'],
  ['src/screens/library/allowed.ts', '#src/screens/templates/editor/TextEditor.tsx'],
  ['src/screens/home/allowed2.ts', '#src/queries/records.ts'],
  ['src/sign/pages/allowed.ts', '#src/session/handover.ts'],
  ['src/offline/allowed.ts', '#store/sync/loop.ts'],
  ['src/ui/allowed.ts', '#domain/patients/patient.ts'],
  ['src/signature/allowed.ts', '#src/signature/pad-points.ts'],
];

let tree: string;
let refused: ReadonlySet<string>;

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'assent-lint-'));
  cpSync(path.join(project, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'));
  for (const [file, from] of [...FORBIDDEN, ...ALLOWED]) {
    mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(tree, file), `import { planted } from '${from}';\n\nexport const used = planted;\n`);
  }
  const oxlint = path.join(project, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'src'], { cwd: tree, encoding: 'utf8' });
  // oxlint's own format: one entry a finding.
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string; filename: string }[] };
  refused = new Set(diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(FORBIDDEN)('%s may not import %s', (file) => {
  expect(refused).toContain(file);
});

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(refused).not.toContain(file);
});
