import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { reachedAt, sent, signAll, signIn } from '#tests/support/forms/builders.ts';
import { runScript } from '#tests/support/server/run-script.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-exit-command-'));
let server: ServerProcess | undefined;
afterEach(() => server?.stop());
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const checked = (at: string) => spawnSync('python3', [path.join(at, 'exit-check.py')], { encoding: 'utf8' });

test('a running server with the embedded database is exported while it works, logs it, and so is one that is stopped', async () => {
  server = await startServer({});
  const reached = reachedAt(server.origin);
  const staff = await signIn(reached);
  const version = await sent(staff);
  await signAll(reached, staff, version);
  const during = path.join(folder, 'during');
  const outcome = await runScript('exit-export', [during], { DATA_DIR: server.dataDir });
  expect(outcome).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('The security log says so.') });
  expect(checked(during)).toMatchObject({ status: 0, stderr: '' });
  expect(fs.readFileSync(path.join(during, 'tables/consents.ndjson'), 'utf8')).toContain(version.consentID);
  const auditor = await signIn(reached, 'admin@demo.nhs.uk');
  const { records } = (await auditor.call('securityGet', { type: 'EXIT_EXPORTED' })).data;
  expect(records).toHaveLength(1);
  await expect.poll(() => fs.existsSync(path.join(server?.dataDir ?? '', 'database', 'copy'))).toBe(false);

  const nobody = '00000000-0000-4000-8000-00000000ffff';
  const refused = await runScript('exit-export', [path.join(folder, 'none'), '--organisation', nobody], {
    DATA_DIR: server.dataDir,
  });
  expect(refused).toMatchObject({ code: 1, printed: '', errors: expect.stringContaining('there is no such organisation') });
  expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);

  await server.end();
  const after = path.join(folder, 'after');
  expect(await runScript('exit-export', [after], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0, errors: '' });
  expect(checked(after)).toMatchObject({ status: 0, stderr: '' });
  // The log of an export of a stopped server is in it.
  expect(fs.readFileSync(path.join(after, 'tables/security_log.ndjson'), 'utf8')).toContain('EXIT_EXPORTED');
});

test.each([
  [[], 'Say "npm run exit-export'],
  [['somewhere', '--organisation', 'x'], 'Say "npm run exit-export'],
  [['somewhere'], 'There is no database in'],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, printed, errors } = await runScript('exit-export', words, { DATA_DIR: path.join(folder, 'untouched') });
  expect({ code, printed }).toEqual({ code: 1, printed: '' });
  expect(errors).toContain(sentence);
  expect(errors.trimEnd().split('\n')).toHaveLength(1);
});
