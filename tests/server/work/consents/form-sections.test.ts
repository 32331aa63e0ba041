import { beforeEach, expect, test } from 'vitest';
import { contentDigest } from '#domain/consents/digest.ts';
import { sha256Hex } from '#server/sha256.ts';
import { draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { publish, publishedProcedure } from '#tests/support/forms/procedures.ts';
import { addSection } from '#tests/support/forms/sections.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let editor: Caller;
let publisher: Caller;
let clinician: Caller;
let procedureID: string;
const app = useTestApp();
beforeEach(async () => {
  editor = await signIn(app, 'bch@demo.nhs.uk');
  publisher = await signIn(app, 'admin@demo.nhs.uk');
  clinician = await signIn(app);
  ({ procedureID } = await publishedProcedure({ editor, publisher }));
});

const add = (caller: Caller, title: string, text: string) => addSection(caller, procedureID, { title, text });

test('a form that goes to a newer version keeps no section that the library has taken away', async () => {
  const { section: reviewed } = await add(editor, 'Before', 'Eat nothing.');
  const second = await publish(
    { editor, publisher },
    (await editor.call('procedurePromote', { procedureID, sectionID: reviewed.id })).data,
  );
  const { section: own } = await add(clinician, 'Going home', 'Rest.');
  const form = await draft(clinician, { procedures: [{ procedureID, side: null, sections: [reviewed, own] }] });
  const edit = { procedureID, version: second.version, revision: second.revision, sections: [] };
  await publish({ editor, publisher }, (await editor.call('procedureUpdate', edit)).data);
  const { consentID, version } = form;
  const put = (sections?: (typeof own)[]) => ({
    consentID,
    version,
    procedures: [{ procedureID, side: null, libraryVersion: 3, ...(sections && { sections }) }],
  });
  const refused = await clinician.refused('consentUpdate', put([own, reviewed]));
  expect(refused.fields).toMatchObject([{ path: 'procedures.0.sections.1' }]);
  // A caller who does not know of sections, and the colleague who has the form of both.
  const { data } = await publisher.call('consentUpdate', put());
  expect(data.procedures[0]).toMatchObject({ libraryVersion: 3, sections: [own] });
});

test.each([undefined, 2])(
  'a tablet of an earlier build (shape %s) pins what it showed: no sections, in record, form and note',
  async (shownVersion) => {
    const { section } = await add(editor, 'Before', 'Eat nothing.');
    await publish({ editor, publisher }, (await editor.call('procedurePromote', { procedureID, sectionID: section.id })).data);
    const form = await draft(clinician, { procedures: [{ procedureID, side: null }] });
    expect(form.data.procedures[0]?.sections).toEqual([section]);
    const { consentID, version } = form;
    const shown = { templateVersion: form.data.templateVersion!, ...(shownVersion && { shownVersion }) };
    await clinician.call('consentSend', { consentID, version, channel: 'DEVICE', ...shown });
    const row = await app.database.db.selectFrom('consents').selectAll().where('id', '=', consentID).executeTakeFirstOrThrow();
    const plain = { ...form.data.procedures[0]! };
    delete plain.sections;
    // The digest of that build: its record of this form is of the first shape.
    expect(row.pinned).toMatchObject({ procedures: [plain] });
    expect(row.pinned).not.toHaveProperty('shownVersion');
    expect(row.digest).toBe(await contentDigest({ ...row.pinned!, procedures: [plain] }, sha256Hex));
    expect(row.content.procedures).toEqual([plain]);
    const { data } = await clinician.call('recordDetails', { id: form.recordID });
    const sent = data.timeline.find(({ type }) => type === 'CONSENT_SENT');
    expect(sent).toMatchObject({ detail: { note: expect.stringContaining('were not shown') } });
  },
);

test('a section stands once on a procedure, and each place has its own', async () => {
  const { section } = await add(clinician, 'Going home', 'Rest.');
  const twice = { procedureID, site: 'first finger', sections: [section, section] };
  const left = { ...twice, sections: [section] };
  const right = { procedureID, site: 'second finger', sections: [] };
  const form = await draft(clinician, { procedures: [left, right] });
  const { consentID, version } = form;
  const refused = await clinician.refused('consentUpdate', { consentID, version, procedures: [twice, right] });
  expect(refused.fields).toMatchObject([{ path: 'procedures.0.sections.1' }]);
  const unnamed = [
    { procedureID, site: 'second finger' },
    { procedureID, site: 'first finger' },
  ];
  const { data } = await clinician.call('consentUpdate', { consentID, version, procedures: unnamed });
  expect(data.procedures.map(({ site, sections }) => [site, sections ?? []])).toEqual([
    ['second finger', []],
    ['first finger', [section]],
  ]);
});
