import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSealer } from '#server/outside/seal/sealer.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { callerOf, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

let app: TestApp;
let staff: Caller & { token: string };
let pdf: Buffer;
let code: string;
let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-verify-'));
  app = await openTestApp();
  staff = await signIn(app);
  const version = await signed(app, staff);
  await app.doJobs();
  pdf = await staff.download(version.consentID);
  code = (await staff.call('recordDetails', { id: version.recordID })).data.consents[0]!.verifyCode ?? '';
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const verdict = async (bytes: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(bytes)]) })).data;

test('the sealed file is authentic, pdfsig calls its signature valid, and it covers the whole document', async () => {
  expect(await verdict(pdf)).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE' });
  const file = path.join(folder, 'sealed.pdf');
  fs.writeFileSync(file, pdf);
  const said = execFileSync('pdfsig', ['-nocert', file]).toString();
  expect(said).toContain('Signature is Valid');
  expect(said).toContain('Total document signed');
});

test('one flipped bit anywhere makes it altered, or no document of ours, and never authentic', async () => {
  const random = seededRandom('flipped bits');
  const states = new Map<string, number>();
  for (let round = 0; round < 40; round += 1) {
    const copy = Buffer.from(pdf);
    const at = Math.floor(random() * copy.length);
    copy[at]! ^= 1 << Math.floor(random() * 8);
    const { state } = await verdict(copy);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  expect(states.get('AUTHENTIC')).toBeUndefined();
  expect(states.get('ALTERED') ?? 0).toBeGreaterThan(30);
});

test('a file with something behind its end, or cut short, is not authentic', async () => {
  expect((await verdict(Buffer.concat([pdf, Buffer.from('\n% more\n')]))).state).toBe('ALTERED');
  expect((await verdict(pdf.subarray(0, pdf.length - 200))).state).not.toBe('AUTHENTIC');
});

test('a document sealed by somebody else is unknown, and so is junk', async () => {
  const stranger = await openSealer({
    dataDir: path.join(folder, 'stranger'),
    organisationName: 'Stranger',
    clock: app.clock.now,
  });
  const drawn = await app.deps.pdf.render({ ...(await someDocument()) });
  const foreign = (await stranger.seal(drawn, 'Not ours')).bytes;
  expect(await verdict(foreign)).toMatchObject({ state: 'UNKNOWN', status: null, sealedAt: null, organisation: null });
  for (const junk of [
    Buffer.from('%PDF-1.7\nnothing'),
    randomBytes(5000),
    Buffer.from('hello'),
    Buffer.alloc(0),
    Buffer.from(drawn),
  ])
    expect((await verdict(junk)).state).toBe('UNKNOWN');
});

test('the code on the paper is read however it is typed, and tells nothing of a patient', async () => {
  const nobody = callerOf(app);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code} `,
    code.replaceAll('0', 'O').replaceAll('1', 'l'),
  ])
    expect((await nobody.call('verifyByCode', { code: typed })).data).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE' });
  const { data } = await nobody.call('verifyByCode', { code });
  expect(Object.keys(data).toSorted()).toEqual([
    'confirmState',
    'explanation',
    'file',
    'organisation',
    'reason',
    'sealedAt',
    'selfMadeSeal',
    'stampedAt',
    'state',
    'status',
    'weak',
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Demo-Builder|cataract/i);
  for (const strange of ['0000-0000-0000', 'x', '%', code.slice(0, -1)])
    expect((await nobody.call('verifyByCode', { code: strange })).data.state).toBe('UNKNOWN');
});

async function someDocument() {
  const { demoDocument } = await import('#tests/server/outside/pdf/demo-document.ts');
  return demoDocument();
}
