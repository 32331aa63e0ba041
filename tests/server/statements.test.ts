import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { draft, sent, signAll, signIn, type Caller, type Reached } from '#tests/support/builders.ts';
import { requestOf } from '#tests/support/requests.ts';
import { recordStatements, type StatementLog } from '#tests/support/statements.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

const app = useTestApp();
let statements: StatementLog;
beforeAll(() => {
  statements = recordStatements();
});
afterAll(() => statements.stop());

const names = Object.keys(calls) as CallName[];
const seen = new Map<CallName, number>();

/** The same server; the statements of each call are counted by its name. */
const counted: Reached = {
  wire: (token, key) => {
    const wire = app.wire(token, key);
    const asking: typeof fetch = async (input, init) => {
      statements.count();
      const answer = await wire.fetch(input, init);
      note(nameOf(init?.method ?? 'GET', new URL(String(input), 'http://assent.test').pathname), statements.count());
      return answer;
    };
    return { ...wire, fetch: asking };
  },
};

function note(name: CallName | undefined, count: number): void {
  if (name !== undefined) seen.set(name, Math.max(seen.get(name) ?? 0, count));
}

function nameOf(method: string, path: string): CallName | undefined {
  return names.find((name) => {
    const entry: Call = calls[name];
    const pattern = new RegExp(`^/api/${entry.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return entry.method === method && pattern.test(path);
  });
}

/** The most statements of each call, its authorization among them; begin and commit are not counted. */
const MOST: Readonly<Record<CallName, number>> = {
  faqsList: 1,
  patientSearch: 1,
  ping: 1,
  recordQuestion: 1,
  roleDelete: 1,
  userUnlockWithTabletPin: 1,
  configSearchOrganisation: 2,
  consentGetAll: 2,
  consentGetConsents: 2,
  dashboardInfo: 2,
  deviceGet: 2,
  documentGet: 2,
  hospitals: 2,
  patientGet: 2,
  procedureGet: 2,
  procedureGetDetails: 2,
  recordAnswer: 2,
  recordGet: 2,
  roleGet: 2,
  securityGet: 2,
  subscriptionActiveList: 2,
  syncOps: 2,
  templatesGet: 2,
  userChangePassword: 2,
  userGetClinicians: 2,
  userUpdate: 2,
  config: 3,
  deviceRename: 3,
  deviceRevoke: 3,
  patientGetDetails: 3,
  patientUpdate: 3,
  userExtendToken: 3,
  userMe: 3,
  userOtpRequestqr: 3,
  userOtpSetup: 3,
  userTabletPinRemove: 3,
  consentDownload: 4,
  consentGetPrivateUrl: 4,
  dashboardChart: 4,
  patientUpdateStatus: 4,
  recordDetails: 4,
  roleDeleteSafely: 4,
  roleUpdate: 4,
  userAuthorise: 4,
  userAuthoriseList: 4,
  userTabletPinSet: 4,
  verifyByCode: 4,
  verifyFile: 4,
  patientCreate: 5,
  securityExport: 5,
  userRegister: 5,
  recordAnswers: 6,
  recordDecline: 6,
  recordIdentity: 6,
  recordLater: 6,
  recordRecall: 6,
  recordVoid: 6,
  recordReconsent: 7,
  recordSend: 7,
  userAcceptPolicy: 7,
  userDestroyToken: 7,
  userOtpVerify: 7,
  userUnlock: 7,
  recordDelete: 8,
  recordTimeline: 9,
  roleCreate: 9,
  syncChanges: 9,
  userDevice: 10,
  userForgot: 11,
  userCreate: 12,
  recordUpdate: 14,
  userOtpEmail: 14,
  consentSendToSign: 15,
  consentDetailsByToken: 16,
  recordWithdraw: 16,
  userLogin: 16,
  consentUpdate: 22,
  consentSend: 24,
  recordReopen: 24,
  recordSign: 25,
  consentCreate: 27,
};

/** Calls that end the session they are made with. */
const ENDING: readonly CallName[] = ['userDestroyToken', 'userExtendToken', 'userOtpVerify'];
const READS = names.filter((name) => calls[name].method === 'GET' && !ENDING.includes(name));

type Life = {
  people: Caller & { token: string };
  tokens: readonly string[];
  ids: Record<string, string>;
  fields: Record<string, unknown>;
};

/** One case from its patient to its sealed document. */
async function live(): Promise<Life> {
  const staff = await signIn(counted);
  const admin = await signIn(counted, 'admin@demo.nhs.uk');
  const version = await sent(staff);
  await signAll(counted, staff, version);
  await app.doJobs();
  const open = await draft(staff);
  await staff.call('consentUpdate', { consentID: open.consentID, version: open.version, mattersToMe: 'To read' });
  await staff.call('recordUpdate', {
    recordID: version.recordID,
    version: (await staff.call('recordDetails', { id: version.recordID })).data.record.version,
    listed: { date: '2026-09-01', theatre: null, listType: 'THEATRE' },
  });
  const { consentID, recordID, patientID } = version;
  const template = (await staff.call('templatesGet', {})).data.records[0];
  return {
    people: staff,
    tokens: [staff.token, admin.token],
    ids: { consentID, recordID, patientID, id: recordID, request_id: consentID },
    fields: { formType: template?.formType },
  };
}

/** The statements of each read, with the ids of this case. */
async function readAll({ tokens, ids, fields }: Life): Promise<Map<CallName, number>> {
  const found = new Map<CallName, number>();
  for (const name of READS)
    for (const token of tokens)
      for (const id of [ids['recordID'] ?? '', ids['patientID'] ?? '']) {
        statements.count();
        await app.ask(requestOf(calls[name], { token, ids: { ...ids, id }, fields }));
        const count = statements.count();
        found.set(name, Math.max(found.get(name) ?? 0, count));
        note(name, count);
      }
  return found;
}

test('a read costs as many statements with thirty cases as with a few', async () => {
  const life = await live();
  const few = await readAll(life);
  for (let nth = 0; nth < 12; nth += 1) {
    // More versions of cases of the same patient, and more patients.
    await draft(life.people, { patientID: life.ids['patientID'] ?? '' });
    await draft(life.people);
  }
  const many = await readAll(life);
  expect([...many].filter(([name, count]) => count > (few.get(name) ?? 0))).toEqual([]);
  expect(many.size).toBe(READS.length);
});

test('no call makes more statements than its line in the table', async () => {
  const { tokens, ids, fields } = await live();
  for (const name of names.filter((each) => !READS.includes(each) && !ENDING.includes(each)))
    for (const token of tokens) {
      statements.count();
      await app.ask(requestOf(calls[name], { token, ids, fields }));
      note(name, statements.count());
    }
  for (const name of ENDING) {
    const { token } = await signIn(counted);
    statements.count();
    await app.ask(requestOf(calls[name], { token }));
    note(name, statements.count());
  }
  expect([...seen].filter(([name, count]) => count > MOST[name])).toEqual([]);
});
