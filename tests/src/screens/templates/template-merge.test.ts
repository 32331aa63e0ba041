import { expect, test } from 'vitest';
import { NEW_TEMPLATE, type TemplateForm } from '#src/screens/templates/template-form.ts';
import { mergeTemplateForms } from '#src/screens/templates/template-merge.ts';

const text = (words: string) => ({ type: 'paragraph' as const, children: [{ text: words }] });
const base: TemplateForm = { ...NEW_TEMPLATE, name: 'Before', data: [text('English'), ...NEW_TEMPLATE.data] };
const translated = (language: 'cy' | 'ar', words: string) => ({
  language,
  data: [text(words)],
  english: [...base.data],
  complete: false,
});

test('a new name and another person’s translation are both in the form', () => {
  const { form, clashes, taken } = mergeTemplateForms({
    base,
    mine: { ...base, name: 'After' },
    theirs: { ...base, translations: [translated('cy', 'Cymraeg')] },
  });
  expect(form).toEqual({ ...base, name: 'After', translations: [translated('cy', 'Cymraeg')] });
  expect(clashes).toEqual([]);
  expect(taken).toEqual(['Welsh translation']);
});

test('one text that both changed is chosen, each language by itself', () => {
  const from = { ...base, translations: [translated('cy', 'Cymraeg'), translated('ar', 'عربي')] };
  const { form, clashes, taken } = mergeTemplateForms({
    base: from,
    mine: { ...from, translations: [translated('cy', 'Cymraeg fi'), translated('ar', 'عربي')] },
    theirs: { ...from, translations: [translated('cy', 'Cymraeg nhw'), translated('ar', 'عربي ٢')] },
  });
  expect(clashes.map(({ id, label }) => [id, label])).toEqual([['translations.cy', 'Welsh translation']]);
  expect(clashes[0]?.words).toEqual({
    mine: [{ label: '', text: 'Cymraeg fi', language: 'cy' }],
    theirs: [{ label: '', text: 'Cymraeg nhw', language: 'cy' }],
  });
  expect(form.translations).toEqual([translated('cy', 'Cymraeg fi'), translated('ar', 'عربي ٢')]);
  expect(clashes[0]?.settle(form, 'theirs').translations).toEqual([translated('cy', 'Cymraeg nhw'), translated('ar', 'عربي ٢')]);
  expect(taken).toEqual(['Arabic translation']);
});

test('other places for signatures are another text', () => {
  const [first, patient, clinic, interpreter] = base.data;
  const { clashes } = mergeTemplateForms({
    base,
    mine: { ...base, data: [first!, clinic!, patient!, interpreter!] },
    theirs: { ...base, data: [text('English now'), patient!, clinic!, interpreter!] },
  });
  expect(clashes[0]?.words).toEqual({
    mine: [{ label: '', text: 'English', language: undefined }],
    theirs: [{ label: '', text: 'English now', language: undefined }],
  });
  expect(clashes[0]?.text?.nodes).toHaveLength(4);
});

test('choices are merged each by itself, and a mark of safety that differs is shown', () => {
  const choice = (id: string, change: object = {}) => ({
    key: id,
    id,
    ask: `${id}?`,
    ACCEPT: '',
    REFUSE: '',
    DISCUSS: '',
    NONE: '',
    isSafety: false,
    ...change,
  });
  const from = { ...base, choices: [choice('pork'), choice('film')] };
  const { form, clashes } = mergeTemplateForms({
    base: from,
    mine: { ...from, choices: [choice('pork', { REFUSE: 'NO PORK' }), choice('film', { isSafety: true })] },
    theirs: { ...from, choices: [choice('pork'), choice('film', { REFUSE: 'NO FILM' })] },
  });
  expect(form.choices[0]).toMatchObject({ id: 'pork', REFUSE: 'NO PORK' });
  expect(clashes.map(({ label, words }) => [label, words])).toEqual([
    [
      'Choices of the patient, “film?”',
      {
        mine: [
          { label: 'No', text: 'Empty' },
          { label: 'About safety', text: 'Yes' },
        ],
        theirs: [
          { label: 'No', text: 'NO FILM' },
          { label: 'About safety', text: 'No' },
        ],
      },
    ],
  ]);
});
