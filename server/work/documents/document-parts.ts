import {
  isInterpreted,
  procedureInWords,
  type ClinicianStatement,
  type ConsentProcedure,
  type Interpreting,
} from '#domain/consent.ts';
import type { ShownContent } from '#domain/digest.ts';
import { frequencySentence } from '#domain/frequency.ts';
import type { Risk } from '#domain/procedure-parts.ts';
import type { SignerRole } from '#domain/states.ts';
import type { TemplateBlock, TemplateNode } from '#domain/template.ts';
import { localDate, longDate } from '#domain/plain-date.ts';
import type { Credentials } from '#server/data/tables.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import type { DocumentSource } from './document-source.ts';

/** What is looked for first: who the clinician is, whether the patient was judged able to decide, who interpreted. */
export function keyFacts(source: DocumentSource): PdfBlock[] {
  const { pinned, signatures, clinicianStatement } = source;
  const clinician = signatures.find(({ role }) => role === 'CLINICIAN');
  return [
    {
      kind: 'facts',
      rows: [
        ...(clinician === undefined
          ? []
          : [
              {
                term: 'Clinician',
                value: [{ text: clinician.given.name, bold: true }, { text: `, ${credentialWords(clinician.credentials)}` }],
              },
            ]),
        { term: 'Able to decide', value: [{ text: capacityWords(clinicianStatement, source) }] },
        { term: 'Interpreter', value: [{ text: interpreterWords(pinned.interpreting) }] },
      ],
    },
  ];
}

/** `Consultant, registration number 7000042`; what the profile did not hold is said as well. */
export function credentialWords(credentials: Credentials | null): string {
  const { grade, registrationNumber } = credentials ?? { grade: null, registrationNumber: null };
  return `${grade ?? 'grade not recorded'}, registration number ${registrationNumber ?? 'not recorded'}`;
}

function capacityWords(
  statement: ClinicianStatement | null,
  { sentAt, timeZone }: Pick<DocumentSource, 'sentAt' | 'timeZone'>,
): string {
  if (statement === null) return 'No judgement was recorded.';
  const when = sentAt === null ? '' : `, recorded on ${longDate(localDate(Date.parse(sentAt), timeZone))}`;
  const discussed = statement.discussed
    ? 'The procedure was discussed.'
    : 'It was not recorded that the procedure was discussed.';
  return `${statement.capacity ? 'Yes' : 'No'}, in the clinician’s judgement${when}. ${discussed}`;
}

/** The part of one procedure: description, benefits, alternatives, risks. @param isNamed - under its own heading */
export function procedureBlocks(procedure: ConsentProcedure, isNamed: boolean): PdfBlock[] {
  const { procedureDescription, benefits, alternatives, removedRisks } = procedure;
  const rows = [
    { term: 'What is done', value: [{ text: procedureDescription }] },
    {
      term: 'What it is for',
      value: joined(benefits.map(({ text, source, year }) => [{ text }, ...sourceSpans(source, year)])),
    },
    { term: 'Instead of this', value: [{ text: alternatives.join(' · ') }] },
  ].filter(({ value }) => value.some(({ text }) => text !== ''));
  return [
    ...(isNamed ? [{ kind: 'heading' as const, level: 2 as const, text: procedureInWords(procedure) }] : []),
    ...(rows.length === 0 ? [] : [{ kind: 'facts' as const, rows }]),
    heading('What can go wrong'),
    riskTable([
      ...procedure.risks.map((risk) => ({ risk, isPersonal: false })),
      ...procedure.personalRisks.map((risk) => ({ risk, isPersonal: true })),
    ]),
    ...(removedRisks.length === 0
      ? []
      : [
          heading('Left out, with the reason'),
          bullets(removedRisks.map(({ name, reason }) => [{ text: name, bold: true }, { text: `: ${reason}` }])),
        ]),
  ];
}

/** `Local anaesthetic`, `General anaesthetic, sedation`; empty where none is chosen. */
export function anaestheticWords({ anaesthetic }: Pick<ConsentProcedure, 'anaesthetic'>): string {
  return anaesthetic.map((each) => ANAESTHETICS[each] ?? each).join(', ');
}

const ANAESTHETICS: Record<string, string> = {
  GENERAL: 'General anaesthetic',
  REGIONAL: 'Regional anaesthetic',
  LOCAL: 'Local anaesthetic',
  SEDATION: 'Sedation',
  NONE: 'No anaesthetic',
};

function riskTable(risks: readonly { risk: Risk; isPersonal: boolean }[]): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Risk', share: 3, strong: true },
      { title: 'How often', share: 3 },
      { title: 'What it means', share: 5 },
    ],
    rows: risks.map(({ risk, isPersonal }) => [
      [
        { text: risk.name, bold: true },
        ...(isPersonal ? [{ text: '\nbecause of this patient’s own health', italic: true }] : []),
      ],
      [{ text: frequencySentence(risk.frequency) }],
      [{ text: risk.text }, ...sourceSpans(risk.source, risk.year)],
    ]),
  };
}

function sourceSpans(source: string | null, year: number | null, before = ' '): Span[] {
  const text = [source, year].filter((each) => each !== null && each !== '').join(', ');
  return text === '' ? [] : [{ text: `${before}(${text})`, italic: true }];
}

const ANSWERS = {
  ACCEPT: { answer: 'Agrees', tone: 'plain' },
  REFUSE: { answer: 'REFUSES', tone: 'stop' },
  DISCUSS: { answer: 'Wants to talk about it', tone: 'plain' },
} as const;

/** Every choice that was offered with its answer; one without an answer says so. */
export function choiceBlocks({ answers: { additionalChoices } }: ShownContent): PdfBlock[] {
  if (additionalChoices.length === 0) return [];
  const rows = additionalChoices.map(({ title, answer }) =>
    answer === null ? { title, answer: 'Not answered', tone: 'quiet' as const } : { title, ...ANSWERS[answer] },
  );
  return [heading('The patient’s choices'), { kind: 'choices', rows }];
}

/** The part with what matters to the patient, and the refused procedures. */
export function answerBlocks({ answers: { mattersToMe, refusals } }: ShownContent): PdfBlock[] {
  return [
    ...(mattersToMe === '' ? [] : [heading('What matters to the patient'), paragraph(mattersToMe)]),
    ...(refusals.length === 0
      ? []
      : [
          {
            kind: 'notice' as const,
            tone: 'stop' as const,
            title: 'The patient refuses',
            spans: [{ text: refusals.join('\n') }],
          },
        ]),
  ];
}

const MODES = { IN_PERSON: 'in person', PHONE: 'by telephone', VIDEO: 'by video', BSL: 'British Sign Language' } as const;

/** Who interprets and how, or why nobody does; a question that nobody answered is said too. */
function interpreterWords(interpreting: Interpreting): string {
  const { interpreter, interpreterNeeded, interpreterNoneReason } = interpreting;
  if (interpreter !== null && isInterpreted(interpreting)) {
    const { name, language, mode, agencyId, relation, relationReason } = interpreter;
    return [
      name,
      language,
      MODES[mode],
      agencyId === null ? '' : `agency number ${agencyId}`,
      relation === null ? '' : `relation to the patient: ${relation}`,
      relationReason === '' ? '' : `why a relative or minor: ${relationReason}`,
    ]
      .filter((each) => each !== '')
      .join(', ');
  }
  if (interpreterNoneReason !== '') return `No interpreter took part: ${interpreterNoneReason}`;
  if (interpreterNeeded === null) return 'Not answered: nobody recorded whether one was needed.';
  return interpreterNeeded ? 'Needed. No interpreter is named.' : 'Not needed.';
}

const SIGNER_BLOCKS: Partial<Record<TemplateBlock['type'], SignerRole>> = {
  'consent-patient': 'PATIENT',
  'consent-clinic': 'CLINICIAN',
  'consent-interpreter': 'INTERPRETER',
};

/** The template's own text, with a signature wherever it places one. */
export function templateBlocks(nodes: readonly TemplateNode[], sign: (role: SignerRole) => PdfBlock[]): PdfBlock[] {
  return nodes.flatMap((node): PdfBlock[] => {
    if (!('type' in node) || node.type === 'link') return [{ kind: 'paragraph', spans: spansOf([node]) }];
    const role = SIGNER_BLOCKS[node.type];
    if (role !== undefined) return sign(role);
    switch (node.type) {
      case 'heading-one':
        return [{ kind: 'heading', level: 2, text: plain(node) }];
      case 'heading-two':
        return [{ kind: 'heading', level: 3, text: plain(node) }];
      case 'bulleted-list':
      case 'numbered-list':
        return [{ kind: 'list', ordered: node.type === 'numbered-list', items: node.children.map((item) => spansOf([item])) }];
      case 'border':
        return node.children.some((child) => 'type' in child && child.type !== 'link')
          ? templateBlocks(node.children, sign)
          : [{ kind: 'notice', tone: 'info', spans: spansOf(node.children) }];
      default:
        return [{ kind: 'paragraph', spans: spansOf(node.children) }];
    }
  });
}

function spansOf(nodes: readonly TemplateNode[]): Span[] {
  return nodes.flatMap((node): Span[] => {
    if ('text' in node)
      return [{ text: node.text, ...(node.bold === true && { bold: true }), ...(node.italic === true && { italic: true }) }];
    if (node.type === 'link') return [{ text: node.children.map(({ text }) => text).join(''), link: node.url }];
    return spansOf(node.children);
  });
}

/** Several texts in one cell, each on a line of its own. */
function joined(texts: readonly (readonly Span[])[]): Span[] {
  return texts.flatMap((spans, at) => (at === 0 ? [...spans] : [{ text: '\n' }, ...spans]));
}

function plain(node: TemplateNode): string {
  return spansOf([node])
    .map(({ text }) => text)
    .join('');
}

function heading(text: string, level: 2 | 3 = 2): PdfBlock {
  return { kind: 'heading', level, text };
}

function paragraph(text: string): PdfBlock {
  return { kind: 'paragraph', spans: [{ text }] };
}

function bullets(items: readonly (readonly Span[])[]): PdfBlock {
  return { kind: 'list', ordered: false, items };
}
