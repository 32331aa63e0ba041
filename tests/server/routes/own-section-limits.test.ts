import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { userById } from '#server/data/accounts/users.ts';
import { json } from '#server/data/json.ts';
import { DEMO_PASSWORD, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { publish, publishedProcedure } from '#tests/support/forms/procedures.ts';
import { addSection, say } from '#tests/support/forms/sections.ts';
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
const ofThis = ({ personalProcedures }: { personalProcedures: PersonalProcedure[] }) =>
  personalProcedures.filter((each) => each.procedureID === procedureID);

test('own sections of one person have an end, and any of them can still be taken away', async () => {
  const { db } = app.database;
  await db.deleteFrom('personal_procedures').execute();
  const { copy, section } = await add(clinician, 'Going home', 'Rest.');
  const other = await publishedProcedure({ editor, publisher });
  const [row] = await db.selectFrom('personal_procedures').selectAll().where('procedure_id', '=', procedureID).execute();
  const store = (sections: object[], most: number) =>
    db
      .insertInto('personal_procedures')
      .values(
        Array.from({ length: most }, () => ({
          ...row!,
          procedure_id: randomUUID(),
          sections: json(sections) as never,
          former: json([]) as never,
        })),
      )
      .returning('procedure_id')
      .execute();
  const addOther = () =>
    clinician.refused('procedureAddSection', { id: other.procedureID, section: { title: 'x', nodes: say('x') } });
  const long = await store([{ ...section, title: 'x'.repeat(500_000) }], 1);
  expect((await addOther()).fields).toMatchObject([{ path: 'section', message: expect.stringContaining('too long') }]);
  await db.deleteFrom('personal_procedures').where('procedure_id', '=', long[0]!.procedure_id).execute();
  await store([section], 49);
  expect((await addOther()).fields).toMatchObject([{ path: 'section', message: expect.stringContaining('50 procedures') }]);
  // This procedure is one of the fifty.
  const second = await clinician.call('procedureAddSection', { id: procedureID, section: { title: 'y', nodes: say('y') } });
  expect(ofThis(second)[0]?.sections).toHaveLength(2);
  const away = { id: procedureID, section: { id: section.id }, revision: copy.revision + 1 };
  expect(ofThis(await clinician.call('procedureAddSection', away))[0]?.sections).toHaveLength(1);
  await db.deleteFrom('personal_procedures').where('procedure_id', '!=', procedureID).execute();
});

test('a section of the version in use is not stored as an own one, which nobody would be shown', async () => {
  const { section } = await add(editor, 'Going home', 'Rest.');
  const revision = 1;
  await publish({ editor, publisher }, (await editor.call('procedurePromote', { procedureID, sectionID: section.id })).data);
  const mine = { id: procedureID, section: { ...section, title: 'Mine' } };
  for (const [who, change] of [
    [clinician, mine],
    [editor, { ...mine, revision }],
  ] as const)
    expect((await who.refused('procedureAddSection', change)).fields).toMatchObject([{ path: 'section' }]);
  // Its writer takes the own one away all the same.
  const gone = await editor.call('procedureAddSection', { id: procedureID, section: { id: section.id }, revision });
  expect(ofThis(gone)).toEqual([]);
});

test('what changes the own account answers with the own sections; a look at a person for a form reads none', async () => {
  const { copy } = await add(clinician, 'Going home', 'Rest.');
  const { user } = await clinician.call('userTabletPinSet', { password: DEMO_PASSWORD, tabletPin: '402857' });
  expect(ofThis(user)).toEqual([copy]);
  const found = await userById(app.database.db, user.organisation[0]!._id, user._id);
  expect(found).toMatchObject({ id: user._id });
  expect(found).not.toHaveProperty('personalProcedures');
});
