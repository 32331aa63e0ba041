import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { aProcedure } from './document-form.ts';

/** A form's text as the product comes with it, in short. */
export const FORM_TEXT: TemplateNode[] = [
  { type: 'heading-one', children: [{ text: 'Your rights' }] },
  {
    type: 'paragraph',
    children: [{ text: 'You can change your mind at any time, ' }, { text: 'also after you signed', bold: true }],
  },
  {
    type: 'bulleted-list',
    children: [
      { type: 'list-item', children: [{ text: 'Ask anything.' }] },
      { type: 'list-item', children: [{ text: 'Bring somebody with you.' }] },
    ],
  },
  { type: 'consent-patient', children: [{ text: '' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
  { type: 'consent-interpreter', children: [{ text: '' }] },
];

/** A procedure with two risks and a source for each. */
export const TONSILS: ConsentProcedure = aProcedure({
  risks: [
    ...aProcedure().risks,
    {
      name: 'Infection',
      text: 'Antibiotics may be needed.',
      frequency: { num: 5, den: 100 },
      source: null,
      year: null,
      population: null,
      core: false,
    },
  ],
});

const WORDS: Record<PatientLanguage, Record<string, string>> = {
  cy: {
    Tonsillectomy: 'Tynnu’r tonsiliau',
    'The tonsils are taken out through the mouth.': 'Caiff y tonsiliau eu tynnu drwy’r geg.',
    'Fewer sore throats': 'Llai o ddolur gwddf',
    Bleeding: 'Gwaedu',
    'It may need another operation.': 'Efallai y bydd angen llawdriniaeth arall.',
    Infection: 'Haint',
    'Antibiotics may be needed.': 'Efallai y bydd angen gwrthfiotigau.',
    Waiting: 'Aros',
    'No treatment': 'Dim triniaeth',
    'Your rights': 'Eich hawliau',
    'You can change your mind at any time, ': 'Cewch newid eich meddwl unrhyw bryd, ',
    'also after you signed': 'hefyd ar ôl ichi lofnodi',
    'Ask anything.': 'Gofynnwch unrhyw beth.',
    'Bring somebody with you.': 'Dewch â rhywun gyda chi.',
  },
  ar: {
    Tonsillectomy: 'استئصال اللوزتين',
    'The tonsils are taken out through the mouth.': 'تُستأصل اللوزتان عن طريق الفم.',
    'Fewer sore throats': 'عدد أقل من التهابات الحلق',
    Bleeding: 'نزيف',
    'It may need another operation.': 'قد تحتاج إلى عملية أخرى خلال 24 ساعة.',
    Infection: 'عدوى',
    'Antibiotics may be needed.': 'قد تحتاج إلى مضادات حيوية (amoxicillin).',
    Waiting: 'الانتظار',
    'No treatment': 'عدم العلاج',
    'Your rights': 'حقوقك',
    'You can change your mind at any time, ': 'يمكنك تغيير رأيك في أي وقت، ',
    'also after you signed': 'حتى بعد التوقيع',
    'Ask anything.': 'اسأل عن أي شيء.',
    'Bring somebody with you.': 'أحضر معك شخصًا.',
  },
};

/** The translation of {@link TONSILS} and {@link FORM_TEXT} as a translator would write it. */
export function realTranslation(language: PatientLanguage, reviewed = false): PinnedTranslation {
  const words = WORDS[language];
  const nodes = (of: readonly TemplateNode[]): TemplateNode[] =>
    of.map((node): TemplateNode => {
      if ('text' in node) return { ...node, text: words[node.text] ?? node.text };
      return { ...node, children: nodes(node.children) } as TemplateNode;
    });
  const own = new Set(
    JSON.stringify(TONSILS)
      .match(/"[^"]*"/gu)
      ?.map((each) => each.slice(1, -1)),
  );
  const texts = Object.entries(words).flatMap(([english, text]) => (own.has(english) ? [{ english, text }] : []));
  return { language, reviewed, texts, template: nodes(FORM_TEXT) };
}
