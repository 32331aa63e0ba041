import type { PdfBlock, InkPoint, PdfDocument, Span } from '#server/outside/pdf/blocks.ts';

const say = (text: string): Span[] => [{ text }];

/** A signature-like line, always the same. */
function scribble(): InkPoint[][] {
  const points = Array.from({ length: 90 }, (_, index) => {
    const along = index / 89;
    return { x: 0.12 + along * 0.7, y: 0.52 - Math.sin(along * 21) * 0.3 * (1 - along) - along * 0.05 };
  });
  return [
    points,
    [
      { x: 0.3, y: 0.75 },
      { x: 0.55, y: 0.7 },
      { x: 0.8, y: 0.72 },
    ],
  ];
}

const risks: readonly (readonly [string, string, string])[] = [
  ['Bruising or a black eye', '25 in 100 people', 'It fades without treatment within two weeks.'],
  ['Clouding behind the lens', '10 in 100 people', 'A short laser treatment clears it, usually months or years later.'],
  ['A tear in the bag that holds the lens', '1 in 100 people', 'The operation takes longer and may need a second one.'],
  ['Infection inside the eye', '1 in 1,000 people', 'It can take away sight in this eye and needs treatment on the same day.'],
  ['Swelling at the back of the eye', '2 in 100 people', 'Drops for some weeks; sight usually comes back.'],
  ['Detached retina', '1 in 200 people', 'It needs another operation soon.'],
  ['Loss of all sight in this eye', '1 in 10,000 people', 'It is very rare and cannot be mended.'],
  ['Dry or gritty eye', 'No reliable number', 'Drops help; it can last for some months.'],
];

/** The blocks of a whole adult consent with plainly invented people. */
export function demoBlocks(): PdfBlock[] {
  return [
    {
      kind: 'identity',
      lastName: 'Demo-Rowan',
      firstName: 'Amber',
      born: '14 March 1956 (70 years)',
      nhsNumber: '999 000 0018',
      hospitalNumber: 'DEMO-0042',
      procedures: [
        { name: 'Cataract surgery with lens implant (phacoemulsification)', side: 'RIGHT eye' },
        { name: 'Injection of medicine behind the eye', side: 'RIGHT eye' },
      ],
    },
    { kind: 'heading', level: 2, text: 'What is planned' },
    {
      kind: 'paragraph',
      spans: [
        { text: 'The cloudy lens of your ' },
        { text: 'RIGHT', bold: true },
        { text: ' eye is taken out and a clear one is put in. It takes about 30 minutes. You stay awake; the eye is numb. ' },
        { text: 'More to read', link: 'https://www.example.org/cataract' },
        { text: ' is on the hospital’s page.', italic: true },
      ],
    },
    { kind: 'heading', level: 3, text: 'Benefits' },
    {
      kind: 'list',
      ordered: false,
      items: [say('Clearer sight: 95 in 100 people see better.'), say('Less glare from lamps at night.')],
    },
    { kind: 'heading', level: 3, text: 'Risks' },
    {
      kind: 'table',
      columns: [
        { title: 'Risk', share: 1.4, strong: true },
        { title: 'How often', share: 1 },
        { title: 'What it means', share: 2 },
      ],
      rows: risks.map((risk) => risk.map((cell) => say(cell))),
    },
    {
      kind: 'paragraph',
      spans: say('Figures: demonstration data, adults, 2024. One person’s own risk can be higher or lower.'),
    },
    { kind: 'heading', level: 3, text: 'Risks that matter more for this patient' },
    {
      kind: 'notice',
      tone: 'warn',
      title: 'Diabetes',
      spans: say('Swelling at the back of the eye is more likely: about 5 in 100 people.'),
    },
    { kind: 'heading', level: 3, text: 'Other choices' },
    {
      kind: 'list',
      ordered: true,
      items: [say('New glasses for as long as they help'), say('Waiting, with a check in six months'), say('No treatment')],
    },
    { kind: 'heading', level: 2, text: 'What the patient said' },
    {
      kind: 'facts',
      rows: [
        { term: 'What matters to me', value: say('I look after my grandson and want to drive again before the winter.') },
        { term: 'Students may watch', value: [{ text: 'Accepted', bold: true }] },
        {
          term: 'Blood transfusion',
          value: [{ text: 'Refused', bold: true }, { text: '. Also when life is at risk. Talked through on 6 August 2026.' }],
        },
        {
          term: 'Statement of the clinician',
          value: say(
            'I have explained the procedure, its benefits and risks, and the other choices. In my view the patient has capacity.',
          ),
        },
      ],
    },
    {
      kind: 'notice',
      tone: 'info',
      title: 'You can change your mind',
      spans: say('Also after signing, until the procedure starts. Tell any member of the team.'),
    },
    { kind: 'heading', level: 2, text: 'Signatures' },
    {
      kind: 'signature',
      label: 'Signature 1.1',
      name: 'Amber Demo-Rowan',
      role: 'Patient',
      statement:
        'I agree to the procedure on this form, on my RIGHT eye. I have read or heard the risks and could ask questions.',
      method: 'Drawn on the screen',
      onDevice: '6 November 2026, 14:03:11 GMT',
      received: '6 November 2026, 14:03:13 GMT',
      identity: 'Name and birth date confirmed by the patient on the ward’s tablet',
      mark: { kind: 'ink', strokes: scribble() },
    },
    {
      kind: 'signature',
      label: 'Signature 2.1',
      name: 'Dr Demo Clinician',
      role: 'Clinician, DEMO-C1234567',
      statement: 'I have explained the procedure to the patient and believe that they understand it.',
      method: 'Typed name',
      onDevice: '6 November 2026, 14:06:40 GMT',
      received: '6 November 2026, 14:06:41 GMT',
      witness: 'Demo Witness, ward clerk',
      mark: { kind: 'typed', text: 'Demo Clinician' },
    },
    { kind: 'heading', level: 2, text: 'Timeline' },
    {
      kind: 'timeline',
      rows: EVENTS.map(([at, what, who]) => ({ day: '6 November 2026, times in GMT', at, what, who })),
    },
    {
      kind: 'digests',
      rows: [
        { term: 'What was shown (SHA-256)', text: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
        { term: 'Last event', text: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
      ],
      note: 'Attached: content.json.',
    },
  ];
}

const EVENTS = [
  ['13:40:01', 'Form begun', 'Dr Demo Clinician'],
  ['13:58:12', 'Sent for signature', 'Dr Demo Clinician'],
  ['14:03:13', 'Signed by the patient', 'Amber Demo-Rowan'],
  ['14:06:41', 'Signed by the clinician', 'Dr Demo Clinician'],
] as const;

/** A whole demonstration document; `changes` replace parts of it. */
export function demoDocument(changes: Partial<PdfDocument> = {}): PdfDocument {
  return {
    title: 'Consent to treatment',
    subject: 'Demonstration consent form',
    language: 'en-GB',
    createdAt: Date.UTC(2026, 10, 6, 14, 6, 42),
    letterhead: { name: 'Demo General Hospital' },
    subtitle: 'Form 1: adult with capacity. Version 1 of case DEMO-17',
    state: { words: 'Signed', tone: 'ok' },
    footer: { versionId: '0199f2aa-7c1e-7c33-9a55-3f60d1c0aa17', verifyUrl: 'https://assent.example.org/verify/7QK3-M9PD-X2RT' },
    blocks: demoBlocks(),
    attachment: { name: 'content.json', json: '{"demo":true}' },
    ...changes,
  };
}
