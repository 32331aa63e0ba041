import { isInterpreted, procedureInWords, type ConsentProcedure, type Interpreting } from '#domain/consent.ts';
import type { ShownContent } from '#domain/digest.ts';
import { frequencySentence } from '#domain/frequency.ts';
import type { Risk } from '#domain/procedure.ts';
import type { SignerRole } from '#domain/states.ts';
import type { TemplateBlock, TemplateNode } from '#domain/template.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';

/** The part of one procedure: description, benefits, risks, alternatives. */
export function procedureBlocks(procedure: ConsentProcedure): PdfBlock[] {
  const { procedureDescription, benefits, alternatives, removedRisks, anaesthetic } = procedure;
  return [
    { kind: 'heading', level: 2, text: procedureInWords(procedure) },
    ...(procedureDescription === '' ? [] : [paragraph(procedureDescription)]),
    ...(anaesthetic.length === 0
      ? []
      : [paragraph(`Anaesthetic: ${anaesthetic.map((each) => ANAESTHETICS[each] ?? each).join(', ')}`)]),
    heading('What it is for'),
    bullets(benefits.map(({ text, source, year }) => [{ text }, ...sourceSpans(source, year)])),
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
    heading('What else can be done'),
    bullets(alternatives.map((text) => [{ text }])),
  ];
}

const ANAESTHETICS: Record<string, string> = {
  GENERAL: 'general',
  REGIONAL: 'regional',
  LOCAL: 'local',
  SEDATION: 'sedation',
  NONE: 'none',
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
      [{ text: frequencySentence(risk.frequency) }, ...sourceSpans(risk.source, risk.year, '\n')],
      [{ text: risk.text }],
    ]),
  };
}

function sourceSpans(source: string | null, year: number | null, before = ' '): Span[] {
  const text = [source, year].filter((each) => each !== null && each !== '').join(', ');
  return text === '' ? [] : [{ text: `${before}(${text})`, italic: true }];
}

const ANSWERS = { ACCEPT: 'Yes', REFUSE: 'No', DISCUSS: 'Wants to talk about it' } as const;

/** The part with the patient's concerns, the additional choices, and the refused procedures. */
export function answerBlocks({ answers }: ShownContent): PdfBlock[] {
  const { mattersToMe, additionalChoices, refusals } = answers;
  return [
    ...(mattersToMe === '' ? [] : [heading('What matters to the patient', 2), paragraph(mattersToMe)]),
    ...(additionalChoices.length === 0
      ? []
      : [
          heading('Additional choices', 2),
          {
            kind: 'facts' as const,
            rows: additionalChoices.map(({ title, answer }) => ({
              term: title,
              value: [{ text: answer === null ? 'Not answered' : ANSWERS[answer], bold: answer !== null }],
            })),
          },
        ]),
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

/** The part that names the interpreter, or why there was none. */
export function interpretingBlocks(interpreting: Interpreting): PdfBlock[] {
  const { interpreter, interpreterNoneReason } = interpreting;
  if (interpreter !== null && isInterpreted(interpreting)) {
    const { name, language, mode, agencyId, relation, relationReason } = interpreter;
    const rows = [
      ['Name', name],
      ['Language', language],
      ['How', MODES[mode]],
      ['Agency number', agencyId ?? ''],
      ['Relation to the patient', relation ?? ''],
      ['Why a relative or minor', relationReason],
    ] as const;
    return [
      heading('Interpreter', 2),
      {
        kind: 'facts',
        rows: rows.filter(([, value]) => value !== '').map(([term, value]) => ({ term, value: [{ text: value }] })),
      },
    ];
  }
  return interpreterNoneReason === ''
    ? []
    : [heading('Interpreter', 2), paragraph(`No interpreter took part: ${interpreterNoneReason}`)];
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

function plain(node: TemplateNode): string {
  return spansOf([node])
    .map(({ text }) => text)
    .join('');
}

function heading(text: string, level: 2 | 3 = 3): PdfBlock {
  return { kind: 'heading', level, text };
}

function paragraph(text: string): PdfBlock {
  return { kind: 'paragraph', spans: [{ text }] };
}

function bullets(items: readonly (readonly Span[])[]): PdfBlock {
  return { kind: 'list', ordered: false, items };
}
