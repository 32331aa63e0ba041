import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOMS } from '#tests/support/checks/syntax.ts';

// A name added to one of these lists makes the compiler ask for all else that the product must know of it, in few places.
const PLANTED = {
  'a fifth type of form': {
    file: 'domain/forms/form-types.ts',
    list: "'FORM_4'] as const",
    longer: "'FORM_4', 'FORM_5'] as const",
    named: ['domain/forms/form-rules.ts', 'domain/forms/form-types.ts', 'domain/forms/form-words.ts'],
  },
  'a tenth role': {
    file: 'domain/forms/signer-roles.ts',
    list: "  'CONSULTEE',\n] as const",
    longer: "  'CONSULTEE',\n  'GUARDIAN',\n] as const",
    named: [
      'domain/consents/statements.ts',
      'domain/forms/invited-roles.ts',
      'domain/forms/role-words.ts',
      'domain/forms/signer-roles.ts',
      'domain/meanings/arabic-statements.ts',
      'domain/meanings/welsh-statements.ts',
    ],
  },
} as const;

type Plant = (typeof PLANTED)[keyof typeof PLANTED];

test.each(Object.entries(PLANTED))('%s has a place in its sources, and nowhere else', { timeout: 600_000 }, (_, plant) => {
  expect(faultySources(plant)).toEqual(plant.named);
});

/** The sources that do not compile once a list is longer, in a copy of the rooms. */
function faultySources({ file, list, longer }: Plant): string[] {
  const project = path.resolve(import.meta.dirname, '../../..');
  const tree = mkdtempSync(path.join(tmpdir(), 'assent-planted-'));
  try {
    for (const each of ['package.json', 'tsconfig.base.json', ...ROOMS])
      cpSync(path.join(project, each), path.join(tree, each), { recursive: true });
    symlinkSync(path.join(project, 'node_modules'), path.join(tree, 'node_modules'));
    const source = readFileSync(path.join(tree, file), 'utf8');
    writeFileSync(path.join(tree, file), source.replace(list, longer));
    const compiler = path.join(project, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-b', ...ROOMS], { cwd: tree, encoding: 'utf8' });
    return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, faulty = '']) => faulty))].toSorted();
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
