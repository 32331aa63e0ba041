import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { draft, sent, signAll, signIn, type Caller, type Reached } from '#tests/support/forms/builders.ts';
import type { TestApp } from './app.ts';
import { A_TEMPLATE, requestOf } from './requests.ts';

/** The names of all calls. */
export const NAMES = Object.keys(calls) as CallName[];

/** Calls that end the session they are made with. */
const ENDING: readonly CallName[] = ['userDestroyToken', 'userExtendToken', 'userOtpVerify'];

/** The calls that only read. */
export const READS = NAMES.filter((name) => calls[name].method === 'GET' && !ENDING.includes(name));

/** A clinician and an administrator, and one case of theirs with all that a call may ask for. */
export type Life = {
  readonly people: Caller & { token: string };
  readonly tokens: readonly string[];
  readonly ids: Record<string, string>;
  readonly fields: Record<string, unknown>;
};

/** The same server. @param on - called before each request, and after its answer with the name of its call */
export function watched(app: Reached, on: { readonly request: () => void; readonly answer: (name: CallName) => void }): Reached {
  return {
    wire: (token, key) => {
      const wire = app.wire(token, key);
      const asking: typeof fetch = async (input, init) => {
        on.request();
        const answer = await wire.fetch(input, init);
        const name = nameOf(init?.method ?? 'GET', new URL(String(input), 'http://assent.test').pathname);
        if (name !== undefined) on.answer(name);
        return answer;
      };
      return { ...wire, fetch: asking };
    },
  };
}

function nameOf(method: string, path: string): CallName | undefined {
  return NAMES.find((name) => {
    const entry: Call = calls[name];
    const pattern = new RegExp(`^/api/${entry.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return entry.method === method && pattern.test(path);
  });
}

/** One case from its patient to its sealed document. */
export async function live(reached: Reached, app: Pick<TestApp, 'doJobs'>): Promise<Life> {
  const staff = await signIn(reached);
  const admin = await signIn(reached, 'admin@demo.nhs.uk');
  const version = await sent(staff);
  await signAll(reached, staff, version);
  await app.doJobs();
  const open = await draft(staff);
  await staff.call('consentUpdate', { consentID: open.consentID, version: open.version, mattersToMe: 'To read' });
  await staff.call('recordUpdate', {
    recordID: version.recordID,
    version: (await staff.call('recordDetails', { id: version.recordID })).data.record.version,
    listed: { date: '2026-08-06', theatre: null, listType: 'THEATRE' },
  });
  const { consentID, recordID, patientID } = version;
  const template = (await staff.call('templatesGet', {})).data.records[0];
  // One that no form uses: it is changed, and deleted in the end.
  const own = (await staff.call('templatesCreate', { name: 'Own', formType: 'FORM_3', data: [...A_TEMPLATE] })).data;
  return {
    people: staff,
    tokens: [staff.token, admin.token],
    ids: { _id: own._id, consentID, recordID, patientID, id: recordID, request_id: consentID, caseID: recordID },
    fields: { formType: template?.formType },
  };
}

/** Makes each read with the ids of this case and of its patient. @param onAnswer - called after each, with the call's name */
export async function makeReads(app: Pick<TestApp, 'ask'>, { tokens, ids, fields }: Life, onAnswer: (name: CallName) => void) {
  for (const name of READS)
    for (const token of tokens)
      for (const id of [ids['recordID'] ?? '', ids['patientID'] ?? '']) {
        await app.ask(requestOf(calls[name], { token, ids: { ...ids, id }, fields }));
        onAnswer(name);
      }
}

/** Makes each call that writes, as far as its input can be guessed; those that end a session last, each with one of its own. */
export async function makeWrites(
  reached: Reached,
  app: Pick<TestApp, 'ask'>,
  { tokens, ids, fields }: Life,
  onAnswer: (name: CallName) => void,
) {
  for (const name of NAMES.filter((each) => !READS.includes(each) && !ENDING.includes(each)))
    for (const token of tokens) {
      await app.ask(requestOf(calls[name], { token, ids, fields }));
      onAnswer(name);
    }
  for (const name of ENDING) {
    const { token } = await signIn(reached);
    await app.ask(requestOf(calls[name], { token }));
    onAnswer(name);
  }
}
