import { describe, expect, test } from 'vitest';
import { Unreachable } from '#contract/engine/call.ts';
import type { Output } from '#contract/calls.ts';
import { ADULT_AROUND } from '#tests/support/forms/form-around.ts';
import { missingIn } from '#domain/consents/completeness.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import type { SavedDraft } from '#src/queries/consents.ts';
import { draftOf } from '#src/screens/builder/draft/draft.ts';
import { addProcedure, changeProcedure, leaveOutRisk } from '#src/screens/builder/procedure/procedure-edits.ts';
import { createSaver, isDirty, newSaverState, type Saver, type SaverDeps } from '#src/screens/builder/draft/saver.ts';
import { stepOf } from '#src/screens/builder/parts/steps.ts';
import { aPatient, procedureId, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// The real client and the real server: the builder's saves are answered by the real server.

let staff: Caller;
let cataract: Procedure;
let templateID: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  cataract = (await staff.call('procedureGetDetails', { id: await procedureId(staff) })).data;
  templateID = await templateId(staff);
});

const newId = () => uuidV7(app.clock.now(), crypto.getRandomValues(new Uint8Array(10)));

const create: SaverDeps['create'] = async (body, key) => savedAs(await staff.call('consentCreate', body, key));
const update: SaverDeps['update'] = async (body, key) => savedAs(await staff.call('consentUpdate', body, key));

function savedAs({ version, data }: Output<'consentUpdate'>): SavedDraft {
  return { isSent: true, version, missing: data.missing };
}

function wires(change: Partial<SaverDeps> = {}): SaverDeps {
  return {
    create,
    update,
    newKey: () => crypto.randomUUID(),
    now: app.clock.now,
    ...change,
  };
}

async function started(change: Partial<SaverDeps> = {}): Promise<Saver> {
  const patientID = (await staff.call('patientCreate', aPatient())).data.patient.id;
  const offline = newSaverState({ consentID: newId(), recordID: newId(), patientID });
  const saver = createSaver(offline, wires(change));
  saver.edit((before) => addProcedure({ ...before, templateID }, cataract, { forms: ['FORM_1', 'FORM_3'] }));
  return saver;
}

async function onServer(saver: Saver) {
  const { recordID, consentID } = saver.state();
  const { consents, timeline } = (await staff.call('recordDetails', { id: recordID })).data;
  const consent = consents.find((each) => each.consentID === consentID);
  if (consent === undefined) throw new Error('the draft is not there');
  return { consent, timeline };
}

describe('a draft between the builder and the server', () => {
  test('what the builder holds and what the server keeps are the same, word for word', async () => {
    const saver = await started();
    saver.edit((before) => changeProcedure(before, 0, { side: 'RIGHT', site: 'eye', anaesthetic: ['LOCAL'] }));
    expect(await saver.save(1)).toBe(true);
    const { consent } = await onServer(saver);
    expect(draftOf(consent)).toEqual(saver.state().draft);
    expect(consent).toMatchObject({ activeTab: 1, status: 'DRAFT' });
  });

  test('what is missing on this screen is what the server says is missing', async () => {
    const saver = await started();
    saver.edit((before) => changeProcedure(before, 0, { alternatives: ['New glasses'] }));
    await saver.save();
    const { draft, missing } = saver.state();
    const here = missingIn(
      { ...draft, interpreting: draft, family: draft },
      {
        ...ADULT_AROUND,
        coreRisks: () => cataract.risks.filter(({ core }) => core),
        formTypesOf: () => cataract.formTypes,
      },
    );
    expect(missing).toEqual(here);
    expect(here.map(({ path }) => stepOf(path))).toEqual(here.map(({ step }) => step));
  });

  test('a core risk that is left out with its reason is nothing that is missing', async () => {
    const saver = await started();
    const [first] = cataract.risks;
    if (first === undefined) throw new Error('no risk');
    saver.edit((before) => ({
      ...before,
      procedures: before.procedures.map((each) => leaveOutRisk(each, first, 'Already removed')),
    }));
    await saver.save();
    expect(saver.state().missing?.map(({ path }) => path)).not.toContain('procedures.0.risks');
    expect((await onServer(saver)).consent.procedures[0]?.removedRisks).toEqual([
      { name: first.name, reason: 'Already removed' },
    ]);
  });

  test('a lost answer to the first save makes no second case, and a lost answer to a later one no conflict', async () => {
    let losses = 0;
    const lose = async <T>(answer: Promise<T>): Promise<T> => {
      const told = await answer;
      losses += 1;
      // Every second answer is lost after the call took effect.
      if (losses % 2 === 1) throw new Unreachable('the answer was lost');
      return told;
    };
    const saver = await started({
      create: (...given) => lose(create(...given)),
      update: (...given) => lose(update(...given)),
    });
    expect(await saver.save()).toBe(false);
    expect(await saver.save()).toBe(true);
    saver.edit((before) => ({ ...before, mattersToMe: 'My garden' }));
    expect(await saver.save()).toBe(false);
    saver.edit((before) => ({ ...before, mattersToMe: 'My garden and my dog' }));
    // The repeat is answered; the newer save is answered too, but that answer is lost.
    expect(await saver.save()).toBe(false);
    expect(await saver.save()).toBe(true);
    expect(isDirty(saver.state())).toBe(false);
    const { consent, timeline } = await onServer(saver);
    expect(consent).toMatchObject({ version: 3, mattersToMe: 'My garden and my dog' });
    expect(timeline.map(({ type }) => type)).toEqual(['CASE_CREATED', 'CONSENT_CREATED', 'CONSENT_UPDATED', 'CONSENT_UPDATED']);
  });

  test('two people in one draft: nobody’s words are lost in silence', async () => {
    const saver = await started();
    await saver.save();
    const { consentID } = saver.state();
    const other = { consentID, version: 1, mattersToMe: 'Theirs', refusals: ['Blood'] };
    await staff.call('consentUpdate', other);
    saver.edit((before) => ({ ...before, mattersToMe: 'Mine' }));
    expect(await saver.save()).toBe(false);
    const { state } = saver.state();
    if (state.kind !== 'conflict') throw new Error(`no conflict, but ${state.kind}`);
    expect(state.theirs.Timeline.at(-1)).toMatchObject({ type: 'CONSENT_UPDATED', actor: { kind: 'STAFF' } });
    expect(saver.keepMine(state.theirs)).toEqual(['matters']);
    expect(await saver.save()).toBe(true);
    expect((await onServer(saver)).consent).toMatchObject({ mattersToMe: 'Mine', refusals: ['Blood'], version: 3 });
  });

  test('a field that the server refuses is named, and what was typed stays', async () => {
    const saver = await started();
    await saver.save();
    saver.edit((before) => changeProcedure(before, 0, { procedureID: newId() }));
    expect(await saver.save()).toBe(false);
    expect(saver.state().state).toMatchObject({ kind: 'failed', again: false, fields: [{ path: 'procedures.0.procedureID' }] });
  });

  test('a patient who has died takes no new consent, and the footer says so in the server’s words', async () => {
    const saver = await started();
    const { patientID } = saver.state();
    await staff.call('patientUpdateStatus', { id: patientID, version: 1, status: 'DECEASED' });
    expect(await saver.save()).toBe(false);
    expect(saver.state().state).toMatchObject({
      message: 'This patient is recorded as deceased or merged, so no new consent can be made',
    });
  });
});
