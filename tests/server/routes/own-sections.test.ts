import { beforeEach, expect, test } from 'vitest';
import { contentDigest } from '#domain/consents/digest.ts';
import { NotSent } from '#contract/engine/call.ts';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { sha256Hex } from '#server/sha256.ts';
import { draft, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aProcedure, publish, publishedProcedure } from '#tests/support/forms/procedures.ts';
import { addSection, say } from '#tests/support/forms/sections.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// bch@demo may edit procedures and not publish; an administrator may do both; both clinicians write consents.
let editor: Caller;
let publisher: Caller;
let clinician: Caller;
let procedureID: string;
let revisionOfProcedure: number;
const app = useTestApp();
beforeEach(async () => {
  editor = await signIn(app, 'bch@demo.nhs.uk');
  publisher = await signIn(app, 'admin@demo.nhs.uk');
  clinician = await signIn(app);
  const made = await publishedProcedure({ editor, publisher });
  ({ procedureID } = made);
  revisionOfProcedure = made.revision;
});

const add = (caller: Caller, title: string, text: string) => addSection(caller, procedureID, { title, text });
const ofThis = ({ personalProcedures }: { personalProcedures: PersonalProcedure[] }) =>
  personalProcedures.filter((each) => each.procedureID === procedureID);
const newVersion = async () => {
  const { data } = await editor.call('procedureUpdate', {
    procedureID,
    version: 1,
    revision: revisionOfProcedure,
    procedureDescription: 'Another text.',
  });
  return publish({ editor, publisher }, data);
};

test('own sections are the person’s alone: with user/me and the sign-in, and of nobody else', async () => {
  const { copy, section } = await add(clinician, '  Going home ', 'Rest for a day.');
  expect(copy).toMatchObject({ baseVersion: 1, revision: 1, moved: false, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(section).toMatchObject({ title: 'Going home', nodes: say('Rest for a day.') });
  expect(ofThis((await clinician.call('userMe', {})).user)).toEqual([copy]);
  expect(ofThis((await editor.call('userMe', {})).user)).toEqual([]);
  const people = (await publisher.call('userAuthoriseList', { limit: 100 })).data.records;
  expect(people.every(({ personalProcedures }) => personalProcedures.length === 0)).toBe(true);
});

test('a known id replaces, without nodes removes; two tabs never overwrite each other', async () => {
  const { section } = await add(clinician, 'Going home', 'Rest.');
  const change = { id: procedureID, section: { id: section.id, title: 'At home', nodes: say('Rest well.') } };
  expect((await clinician.refused('procedureAddSection', change)).fields?.[0]?.path).toBe('revision');
  const saved = await clinician.call('procedureAddSection', { ...change, revision: 1 });
  expect(ofThis(saved)).toMatchObject([{ revision: 2, sections: [{ id: section.id, title: 'At home' }] }]);
  const stale = await clinician.refused('procedureAddSection', { ...change, revision: 1 });
  expect([stale.status, stale.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect(stale.data).toMatchObject({ current: { revision: 2, sections: [{ title: 'At home' }] } });
  const gone = await clinician.call('procedureAddSection', { id: procedureID, section: { id: section.id }, revision: 2 });
  expect(ofThis(gone)).toEqual([]);
  expect((await clinician.refused('procedureAddSection', { id: procedureID, section: { id: section.id } })).status).toBe(404);
});

test('what is no section is refused at its field: places to sign, other links, no words, eleven of them', async () => {
  const faultOf = async (title: string, nodes: TemplateNode[]) => {
    const { code, fields } = await clinician.refused('procedureAddSection', { id: procedureID, section: { title, nodes } });
    return [code, fields?.[0]?.path];
  };
  const sign: TemplateNode = { type: 'border', children: [{ type: 'consent-patient', children: [{ text: '' }] }] };
  const notSent = (nodes: TemplateNode[]) =>
    expect(clinician.call('procedureAddSection', { id: procedureID, section: { title: 'x', nodes } })).rejects.toThrow(NotSent);
  await notSent([sign]);
  const link: TemplateNode = { type: 'link', url: 'http://example.org', children: [{ text: 'x' }] };
  await notSent([link]);
  expect(await faultOf('Empty', say('  '))).toEqual(['INVALID', 'section.nodes']);
  expect(await faultOf('', say('words'))).toEqual(['INVALID', 'section.title']);
  expect(await faultOf('Long', say('x'.repeat(5001)))).toEqual(['INVALID', 'section.nodes']);
  const empty: TemplateNode[] = Array.from({ length: 300 }, () => ({ text: '', bold: true }));
  expect(await faultOf('Nodes', [...say('x'), ...empty])).toEqual(['INVALID', 'section.nodes']);
  for (const nth of Array.from({ length: 10 }).keys()) await add(clinician, `Section ${nth}`, 'Words.');
  expect(await faultOf('Eleventh', say('words'))).toEqual(['INVALID', 'section']);
});

test('a newer version in use flags the copy until it is found right', async () => {
  await add(clinician, 'Going home', 'Rest.');
  await newVersion();
  const [moved] = ofThis((await clinician.call('userMe', {})).user);
  expect(moved).toMatchObject({ baseVersion: 1, moved: true });
  const wrong = await clinician.refused('procedureAddSection', { id: procedureID, baseVersion: 1, revision: 1 });
  expect(wrong.code).toBe('VERSION_CONFLICT');
  const kept = await clinician.call('procedureAddSection', { id: procedureID, baseVersion: 2, revision: 1 });
  expect(ofThis(kept)).toMatchObject([{ baseVersion: 2, revision: 2, moved: false }]);
});

test('a form takes the words of its author, the library and itself, and no others', async () => {
  const { section } = await add(clinician, 'Going home', 'Rest.');
  const form = await draft(clinician, { procedures: [{ procedureID, side: null, sections: [section] }] });
  expect(form.data.procedures[0]?.sections).toEqual([section]);
  const { consentID, version } = form;
  const put = (caller: Caller, seen: number, sections?: (typeof section)[]) =>
    caller.call('consentUpdate', {
      consentID,
      version: seen,
      procedures: [{ procedureID, side: null, ...(sections && { sections }) }],
    });
  // A colleague who does not name sections, and one who names those of the form, leave them as they are.
  const second = await put(editor, version);
  expect(second.data.procedures[0]?.sections).toEqual([section]);
  const third = await put(editor, second.version, [section]);
  expect(third.data.procedures[0]?.sections).toEqual([section]);
  const foreign = { ...section, nodes: say('Rest for two days.') };
  const refused = await editor.refused('consentUpdate', {
    consentID,
    version: third.version,
    procedures: [{ procedureID, side: null, sections: [foreign] }],
  });
  expect(refused.fields).toMatchObject([{ path: 'procedures.0.sections.0' }]);
  // A tablet may have queued a text that its author has changed since.
  await clinician.call('procedureAddSection', { id: procedureID, section: foreign, revision: 1 });
  await clinician.call('procedureAddSection', { id: procedureID, section: { id: section.id }, revision: 2 });
  expect((await put(clinician, third.version, [foreign])).data.procedures[0]?.sections).toEqual([foreign]);
});

test('sections make a record of the second shape; without them a form has the first, byte for byte', async () => {
  const { section } = await add(clinician, 'Going home', 'Rest.');
  const send = async (sections: (typeof section)[]) => {
    const { consentID, version } = await draft(clinician, { procedures: [{ procedureID, side: null, sections }] });
    await clinician.call('consentSend', { consentID, version, channel: 'DEVICE' });
    const row = await app.database.db.selectFrom('consents').selectAll().where('id', '=', consentID).executeTakeFirstOrThrow();
    expect(await contentDigest(row.pinned!, sha256Hex)).toBe(row.digest);
    return row.pinned!;
  };
  const full = await send([section]);
  expect(full.shownVersion).toBe(2);
  expect(full.procedures[0]?.sections).toEqual([section]);
  const first = await send([]);
  expect('shownVersion' in first).toBe(false);
  expect('sections' in first.procedures[0]!).toBe(false);
});

test('a section is promoted into a draft, published by a second person, and stands once on a form', async () => {
  const { section } = await add(editor, 'Going home', 'Rest.');
  expect((await publisher.refused('procedurePromote', { procedureID, sectionID: section.id })).status).toBe(404);
  const { message, data } = await editor.call('procedurePromote', { procedureID, sectionID: section.id });
  expect(message).toBe('The section is in a draft of the procedure');
  expect(data).toMatchObject({ version: 2, status: 'DRAFT', sections: [section] });
  expect(data.history[0]).toMatchObject({ type: 'EDITED', fields: ['sections'] });
  // A second time changes nothing.
  expect((await editor.call('procedurePromote', { procedureID, sectionID: section.id })).data.revision).toBe(data.revision);
  await publish({ editor, publisher }, data);
  expect((await editor.call('procedurePromote', { procedureID, sectionID: section.id })).data).toMatchObject({ version: 2 });
});

test('a form for consent again has the library’s present sections, and the own ones of the form before', async () => {
  const { section: own } = await add(editor, 'Going home', 'Rest.');
  const { section: other } = await add(editor, 'Before', 'Eat nothing.');
  const publishPromoted = async (sectionID: string) =>
    publish({ editor, publisher }, (await editor.call('procedurePromote', { procedureID, sectionID })).data);
  const second = await publishPromoted(other.id);
  const form = await signed(app, editor, { procedures: [{ procedureID, side: null, sections: [other, own] }] });
  // The library’s text has changed since.
  const changed = { ...other, title: 'Before that' };
  const { data } = await editor.call('procedureUpdate', {
    procedureID,
    version: second.version,
    revision: second.revision,
    sections: [changed],
  });
  await publish({ editor, publisher }, data);
  const again = await editor.call('recordReconsent', { id: form.recordID, reason: 'Time has passed' });
  expect(again.data.procedures[0]?.sections).toEqual([changed, own]);
  expect(again.data.oldProcedures[0]?.sections).toEqual([other, own]);
});

test('a procedure takes sections, and refuses one that is listed twice or has no words', async () => {
  const section = (id: string, title: string, text = 'Words.') => ({
    id: `01890000-0000-7000-8000-00000000000${id}`,
    title,
    nodes: say(text),
  });
  const create = (sections: ReturnType<typeof section>[]) => editor.refused('procedureCreate', aProcedure({ sections }));
  expect((await create([section('1', 'A'), section('2', 'a')])).fields).toMatchObject([{ path: 'sections.1.title' }]);
  expect((await create([section('1', 'A', ' ')])).fields).toMatchObject([{ path: 'sections.0.nodes' }]);
  const { data } = await editor.call('procedureCreate', aProcedure({ sections: [section('1', 'A')] }));
  expect(data.sections).toEqual([section('1', 'A')]);
});
