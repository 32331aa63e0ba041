import { expect, test } from 'vitest';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { parse, readSources, walk, type Sources } from '#tests/support/checks/syntax.ts';

// A name of these enums is asked for its rule or its words in domain/forms, and compared with nothing: another one is then a row there.

/** Where names stand as such: their tables, and the data that the product, its demo and its earlier builds come with. */
const HOMES = ['domain/forms/', 'server/data/migrations/', 'server/seed/', 'server/work/organisation/start-data.ts'];

/** The other sources that name them: the names in the order of the enum, each as often as it stands there, and why they stay. */
type Stays = Readonly<Record<string, readonly [names: string, why: string]>>;

const FORMS_STAY: Stays = {
  'src/screens/builder/capacity/AbleNotice.tsx': ['FORM_1', 'the form that is offered to somebody who can decide'],
  'src/screens/builder/draft/draft.ts': ['FORM_1', 'a default value'],
  'src/screens/templates/template-form.ts': ['FORM_1', 'a default value'],
};

const ENUMS: readonly (readonly [enumName: string, names: readonly string[], stays: Stays])[] = [
  ['type of form', FORM_TYPES, FORMS_STAY],
];

/** The names in each source outside their homes, as texts, keys, members or variables. */
function namesIn(sources: Sources, names: readonly string[]): Record<string, string> {
  const mayHave = ([file, source]: readonly [string, string]) =>
    !HOMES.some((home) => file.startsWith(home)) && names.some((name) => source.includes(name));
  const found = Object.entries(sources)
    .filter(mayHave)
    .map(([file, source]) => {
      const here: unknown[] = [];
      walk(parse(file, source).program, ({ type, value, name }) => {
        here.push(type === 'TemplateElement' ? (value as { cooked?: string }).cooked : (value ?? name));
      });
      return [file, names.flatMap((each) => here.filter((text) => text === each)).join(' ')] as const;
    });
  return Object.fromEntries(found.filter(([, here]) => here !== ''));
}

test.each(ENUMS)('the names of a %s stand where they must, and nowhere else', (_, names, stays) => {
  expect(namesIn(readSources(), names)).toEqual(Object.fromEntries(Object.entries(stays).map(([file, [here]]) => [file, here])));
});

test.each(ENUMS)('a name of a %s that is compared, a key, a member or a part of a template is found', (_, [name = '']) => {
  const planted = [`x === '${name}'`, `({ ${name}: 1 })[x]`, `words.${name}`, `const y: '${name}' = x`, `\`\${x}${name}\``];
  const sources = Object.fromEntries(planted.map((source, at) => [`src/planted-${at}.ts`, source]));
  expect(namesIn({ ...sources, 'domain/forms/a.ts': `'${name}'`, 'src/other.ts': `'${name} of a title'` }, [name])).toEqual(
    Object.fromEntries(Object.keys(sources).map((file) => [file, name])),
  );
});
