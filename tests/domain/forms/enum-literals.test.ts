import { expect, test } from 'vitest';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { isNode, parse, readSources, walk, type Node, type Sources } from '#tests/support/checks/syntax.ts';

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

// Other enums that share names with the roles.
const ACCOUNT = 'kinds of account';
const BASIS = 'who decides on the form of a family';
const DECIDED = 'who decides by the step about authority';
const FOR = 'for whom somebody interprets';
const HELP = 'what helps somebody to decide';
const READER = 'in whose words three questions are written';
const SUBJECT = 'whom stored data are about, and for whom they are gathered';
const LINE = 'sources of a line, chains, reasons';
// Names of roles that stay.
const DEFAULT = 'a default value';
const MADE = 'one signer who is made or named';
const SENTENCES = 'a sentence for each role: the compiler names it';
const WORDS = 'words of a language, by role';

const ROLES_STAY: Stays = {
  'domain/experience/collaborate.ts': ['PATIENT PATIENT PATIENT PARENT PARENT PARENT CONSULTEE CONSULTEE', READER],
  'src/screens/organisation/ExperiencePanel.tsx': ['PATIENT PARENT CONSULTEE', READER],
  'server/data/audit/audit-trail.ts': ['PATIENT', LINE],
  'domain/integrity/catalogued-table.ts': [
    'PATIENT PATIENT PATIENT PATIENT PATIENT PATIENT PATIENT PATIENT PATIENT PATIENT',
    SUBJECT,
  ],
  'domain/integrity/form-tables.ts': ['PATIENT', SUBJECT],
  'domain/integrity/patient-tables.ts': ['PATIENT PATIENT PATIENT PATIENT PATIENT', SUBJECT],
  'domain/packs/pack-words.ts': ['PATIENT PARENT', SUBJECT],
  'domain/packs/pack.ts': ['PATIENT PATIENT PARENT PARENT', SUBJECT],
  'server/data/retention/deletions.ts': ['PATIENT PATIENT', LINE],
  'server/data/retention/due-records.ts': ['CHILD', LINE],
  'contract/audit.ts': ['PATIENT', LINE],
  'domain/accounts/roles.ts': ['CLINICIAN CLINICIAN CLINICIAN CLINICIAN CLINICIAN CLINICIAN', ACCOUNT],
  'domain/audit/audit-words.ts': ['PATIENT PATIENT PATIENT', LINE],
  'domain/capacity/capacity-authority-words.ts': ['CLINICIAN', DECIDED],
  'domain/capacity/capacity-signers.ts': ['SECOND_OPINION SECOND_OPINION CONSULTEE CONSULTEE', MADE],
  'domain/capacity/capacity-test.ts': ['INTERPRETER', HELP],
  'domain/capacity/capacity-words.ts': ['INTERPRETER', HELP],
  'domain/capacity/decision-authority.ts': ['CLINICIAN CLINICIAN', DECIDED],
  'domain/cases/case-end.ts': ['PATIENT PATIENT', LINE],
  'domain/consents/confirmer-statement.ts': ['CONFIRMER CONFIRMER', MADE],
  'domain/consents/consent.ts': ['PATIENT PARENT', FOR],
  'domain/consents/form-heading.ts': ['CHILD', BASIS],
  'domain/consents/form-signers.ts': ['PATIENT CLINICIAN', MADE],
  'domain/consents/form-statements.ts': [
    'PATIENT PARENT CHILD CHILD CLINICIAN CONFIRMER INTERPRETER WITNESS SECOND_OPINION CONSULTEE',
    SENTENCES,
  ],
  'domain/consents/interpreter-words.ts': ['PATIENT PARENT', FOR],
  'domain/consents/recipients.ts': ['INTERPRETER', MADE],
  'domain/consents/statements.ts': [
    'PATIENT PARENT CHILD CLINICIAN CONFIRMER INTERPRETER WITNESS SECOND_OPINION CONSULTEE',
    SENTENCES,
  ],
  'domain/family/consenter.ts': ['PARENT PARENT CHILD', BASIS],
  'domain/family/family-adult-rules.ts': ['PARENT PARENT CHILD CHILD CHILD', BASIS],
  'domain/family/family-child-rules.ts': ['CHILD', BASIS],
  'domain/family/family-signers.ts': ['PARENT PARENT PARENT CHILD CHILD CHILD', `${MADE}, and ${BASIS}`],
  'domain/family/family-words.ts': ['PARENT CHILD', BASIS],
  'domain/family/family.ts': ['PARENT CHILD', BASIS],
  'domain/organisation/retention.ts': ['PATIENT CHILD CHILD', LINE],
  'server/data/integrity/chain-heads.ts': ['PATIENT', LINE],
  'server/data/patients/patient-changes.ts': ['PATIENT PATIENT PATIENT PATIENT PATIENT', LINE],
  'server/data/patients/patient-pages.ts': ['PATIENT PATIENT', LINE],
  'server/data/signing/signers.ts': ['WITNESS', MADE],
  'server/data/tables/integrity-rows.ts': ['PATIENT', LINE],
  'server/work/accounts/change-role.ts': ['CLINICIAN', ACCOUNT],
  'server/work/documents/blank/blank-signers.ts': [
    'PATIENT PATIENT PARENT PARENT CHILD CHILD CLINICIAN CONFIRMER INTERPRETER SECOND_OPINION CONSULTEE CONSULTEE',
    MADE,
  ],
  'server/work/documents/content/document-facts.ts': ['PARENT CHILD', BASIS],
  'server/work/documents/content/document-interpreter.ts': ['PARENT', FOR],
  'server/work/documents/content/document-signing.ts': ['PATIENT INTERPRETER', MADE],
  'server/work/documents/content/paper-document.ts': ['INTERPRETER INTERPRETER INTERPRETER', MADE],
  'server/work/fhir/fhir-provenance.ts': ['CONFIRMER CONFIRMER', MADE],
  'server/work/imports/write-consents.ts': ['CLINICIAN', MADE],
  'server/work/integrity/check-all.ts': ['PATIENT', LINE],
  'server/work/signing/disagreement.ts': ['PARENT', BASIS],
  'server/work/signing/sign.ts': ['WITNESS WITNESS', MADE],
  'src/screens/builder/capacity/authority-words.ts': ['CLINICIAN', DECIDED],
  'src/screens/builder/family/AdultsPanel.tsx': ['PARENT', BASIS],
  'src/screens/builder/family/ChildWishes.tsx': ['PARENT CHILD', BASIS],
  'src/screens/builder/family/FamilyStep.tsx': ['PARENT PARENT CHILD', BASIS],
  'src/screens/cases/acts/ClinicianSign.tsx': ['CLINICIAN', DEFAULT],
  'src/screens/cases/next/SecondOpinionNext.tsx': ['SECOND_OPINION', MADE],
  'src/sign/pages/InterpretingPage.tsx': ['PATIENT', FOR],
  'src/sign/texts/ar/by-role.ts': ['PARENT CHILD INTERPRETER', WORDS],
  'src/sign/texts/ar/role-texts.ts': ['PATIENT PARENT', FOR],
  'domain/meanings/arabic-statements.ts': [
    'PATIENT PATIENT PARENT PARENT CHILD CHILD CLINICIAN CLINICIAN CONFIRMER CONFIRMER INTERPRETER INTERPRETER WITNESS WITNESS SECOND_OPINION SECOND_OPINION CONSULTEE CONSULTEE',
    SENTENCES,
  ],
  'src/sign/texts/cy/by-role.ts': ['PARENT CHILD INTERPRETER', WORDS],
  'src/sign/texts/cy/role-texts.ts': ['PATIENT PARENT', FOR],
  'domain/meanings/welsh-statements.ts': [
    'PATIENT PATIENT PARENT PARENT CHILD CHILD CLINICIAN CLINICIAN CONFIRMER CONFIRMER INTERPRETER INTERPRETER WITNESS WITNESS SECOND_OPINION SECOND_OPINION CONSULTEE CONSULTEE',
    SENTENCES,
  ],
  'src/sign/texts/form-texts-by-role.ts': ['PARENT PARENT PARENT CHILD CHILD CHILD INTERPRETER INTERPRETER INTERPRETER', WORDS],
  'src/sign/texts/role-texts.ts': ['PATIENT PARENT', FOR],
  'store/entities/strokes.ts': ['CLINICIAN', 'the beginning of the name of a pad that is stored'],
  'store/outbox/calls-apply.ts': ['PATIENT PATIENT', DEFAULT],
  'store/views/local-signers.ts': ['WITNESS', MADE],
  'store/views/summary-parts.ts': ['PATIENT', MADE],
};

const ENUMS: readonly (readonly [enumName: string, names: readonly string[], stays: Stays])[] = [
  // The beginning alone, to which a number is added.
  ['type of form', [...FORM_TYPES, 'FORM_'], FORMS_STAY],
  ['role of a signer', SIGNER_ROLES, ROLES_STAY],
];

/** The names that a text holds as words; the beginning of one, to which a number is added, counts as that. */
const wordsIn = (text: unknown): readonly string[] =>
  typeof text === 'string' ? (text.match(/[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_?/g) ?? []) : [];

/** Texts that a node holds: itself, the parts of a template, an expression of signs. */
function textOf({ type, value, name, regex }: Node): unknown {
  if (isRegex(regex)) return regex.pattern.replaceAll(/\[(\d)[^\]]*\]/g, '$1');
  return type === 'TemplateElement' ? (value as { cooked?: string }).cooked : (value ?? name);
}
const isRegex = (regex: unknown): regex is { readonly pattern: string } =>
  typeof regex === 'object' && regex !== null && 'pattern' in regex;

/** The names in each source outside their homes, as texts and in them, as keys, members or variables. */
function namesIn(sources: Sources, names: readonly string[]): Record<string, string> {
  const mayHave = ([file, source]: readonly [string, string]) =>
    !HOMES.some((home) => file.startsWith(home)) && names.some((name) => source.includes(name.replace(/\d+$/, '')));
  const found = Object.entries(sources)
    .filter(mayHave)
    .map(([file, source]) => {
      const here: unknown[] = [];
      walk(parse(file, source).program, (node) => void here.push(...wordsIn(textOf(node))));
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
  expect(namesIn({ ...sources, 'domain/forms/a.ts': `'${name}'` }, [name])).toEqual(
    Object.fromEntries(Object.keys(sources).map((file) => [file, name])),
  );
});

/** Variables that are another name for one of these names, and places of the lists. */
function secondNames(sources: Sources, names: readonly string[]): readonly string[] {
  const mayHave = ([, source]: readonly [string, string]) =>
    [...LISTS].some((list) => source.includes(list)) || names.some((name) => source.includes(name));
  return Object.entries(sources)
    .filter(mayHave)
    .flatMap(([file, source]) => {
      const here: string[] = [];
      walk(parse(file, source).program, ({ type, start, end, init, object, property, computed }) => {
        const isName = type === 'VariableDeclarator' && isNode(init) && names.some((each) => each === bare(init)['value']);
        const isList = type === 'MemberExpression' && isNode(object) && LISTS.has(String(object['name']));
        const isPlace =
          isList && (computed === true || (isNode(property) && /^(?:at|indexOf|slice)$/.test(String(property['name']))));
        if (isName || isPlace) here.push(`${file}: ${source.slice(start, end)}`);
      });
      return here;
    });
}
const LISTS = new Set(['FORM_TYPES', 'SIGNER_ROLES']);
const bare = (node: Node): Node => (isNode(node['expression']) ? bare(node['expression']) : node);

test.each(ENUMS)('no name of a %s has a second name, and none is asked by its place in the list', (_, names) => {
  expect(secondNames(readSources(), names)).toEqual([]);
});

test.each(ENUMS)('a second name of a %s and a place in the list are found', (_, names) => {
  const [name = ''] = names;
  const planted = [
    `const OWN = '${name}';`,
    `const OWN = ('${name}' as const) satisfies string;`,
    'act(FORM_TYPES[0]);',
    'act(SIGNER_ROLES.at(1));',
    'act(FORM_TYPES.indexOf(type));',
  ];
  expect(planted.filter((source) => secondNames({ 'src/a.ts': source }, names).length !== 1)).toEqual([]);
  expect(secondNames({ 'src/a.ts': `act('${name}', FORM_TYPES.map(draw)); const own = other;` }, names)).toEqual([]);
});

test('a name in a text, in an expression of signs, and the beginning of one are found', () => {
  const planted = {
    'src/a.ts': "act('FORM_1 Agreement')",
    'src/b.ts': 'act(/^FORM_1/)',
    'src/c.ts': 'act(/^FORM_[1-4]/)',
    'src/d.ts': 'act(`${prefix}|FORM_1|x`)',
  };
  expect(namesIn(planted, ['FORM_1'])).toEqual(Object.fromEntries(Object.keys(planted).map((file) => [file, 'FORM_1'])));
  expect(namesIn({ 'src/a.ts': 'act(`FORM_${number}`)', 'src/b.ts': 'act(/FORM_\\d/)' }, ['FORM_'])).toEqual({
    'src/a.ts': 'FORM_',
    'src/b.ts': 'FORM_',
  });
  expect(namesIn({ 'src/a.ts': "act('FORM_10', 'REFORM_1', 'form_1')" }, ['FORM_1'])).toEqual({});
});
