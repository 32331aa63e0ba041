import { expect, test } from 'vitest';
import * as v from 'valibot';
import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import { inputOf } from '#tests/support/server/requests.ts';

const table = Object.entries<Call>(calls);

test.each(table)('%s says who may call, what it is for, and refuses unknown keys', (_, entry) => {
  expect(entry.access.length).toBeGreaterThan(0);
  const known: readonly string[] = ['none', 'signedIn', 'registering', 'ticket', 'token', ...PERMISSIONS];
  for (const each of entry.access) expect(known).toContain(each);
  expect(entry.summary).toMatch(/^[A-Z].+\.$/s);
  expect(v.safeParse(entry.input, { ...inputOf(entry), wings: true }).success).toBe(false);
});

test('a name in a path is a field that the call requires', () => {
  for (const [name, { path, input }] of table)
    for (const [, field = ''] of path.matchAll(/\{(\w+)\}/g)) {
      const { issues = [] } = v.safeParse(input, {});
      expect(
        issues.map((issue) => v.getDotPath(issue)),
        name,
      ).toContain(field);
    }
});

test('what may be made offline is a write, and what is answered from the device is a read', () => {
  for (const [name, { method, offline }] of table) {
    if (offline === 'queue') expect(method, name).not.toBe('GET');
    if (offline === 'cached') expect(method, name).toBe('GET');
  }
});

test('calls that answer a secret take no key, and all other writes do', () => {
  const unkeyed = table.filter(([, { method, keyed }]) => method !== 'GET' && !keyed).map(([name]) => name);
  expect(unkeyed.toSorted()).toEqual([
    'callbackGovukNotify',
    'callbackNhsNotify',
    'consentBitpaperUpload',
    'consentSendToSign',
    'consentVerifyUser',
    'experienceAnswer',
    'experienceSettingsUpdate',
    'linkLetter',
    'messagesSettingsUpdate',
    'messagesTest',
    'organisationLogoUpload',
    'pageAsk',
    'pageOpen',
    'patientBreakGlass',
    'patientImport',
    'patientListedSheetImport',
    'recordAttach',
    'recordGiveCopy',
    'recordPdf',
    'recordSendInvite',
    'recordVerifyInterpreter',
    'recordVerifyPatient',
    // A file that is too large to be stored as an answer.
    'subjectAccessDownload',
    'syncOps',
    'templatesPreview',
    'userAcceptPolicy',
    'userChangePassword',
    'userCreate',
    'userDestroyToken',
    'userDevice',
    'userForgot',
    'userLogin',
    'userOtpEmail',
    'userOtpSetup',
    'userOtpVerify',
    'userRegister',
    'userTabletPinRemove',
    'userTabletPinSet',
    'userUnlock',
    'userUnlockWithTabletPin',
    'verifyFile',
  ]);
});

test('no message about a password, or about anything else, quotes what was sent', () => {
  const canary = 'Quoted2026!';
  for (const [name, entry] of table) {
    // Every input schema of the table is an object schema.
    const { entries } = entry.input as unknown as { entries: Record<string, unknown> };
    for (const wrong of [canary, [canary], { [canary]: canary }, 17, null])
      for (const { message } of faultsOf(
        v.safeParse(entry.input, Object.fromEntries(Object.keys(entries).map((field) => [field, wrong]))).issues ?? [],
      ))
        expect(message, name).not.toContain(canary);
  }
});
