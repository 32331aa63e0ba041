import type { CapacitySection } from '#domain/capacity/capacity-line.ts';
import { ABLE_LABELS, capacityLines, EVIDENCE_LABEL } from '#domain/capacity/capacity-words.ts';
import { isFullShown, type FullShownContent } from '#domain/consents/digest.ts';
import type { Parent } from '#domain/family/parent.ts';
import { declinedParents, signedParents } from '#domain/family/parents-words.ts';
import { familyParts, type FamilyLine, type FamilyParts } from '#domain/family/family-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isChild, isParent, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { PdfBlock, PdfTone } from '#server/outside/pdf/blocks.ts';
import { ageAtSigning, signedWhen } from './document-facts.ts';
import { factBlocks, factRows, heading, parentsOfSource, signatureOf } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { declineNote } from './document-signing.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { composed } from '#domain/values/composed.ts';

/**
 * The notices that nobody may miss on page 1: a child's wish or refusal, findings that forbid or bear on the treatment, and
 * refusals at signing.
 */
export function noticeBlocks(source: DocumentSource): PdfBlock[] {
  const { pinned, recipients, timeZone } = source;
  if (!isFullShown(pinned)) return [];
  const family = familyFacts(source, pinned);
  const boxed = capacitySections(pinned, timeZone).flatMap(({ lines }) => lines.filter(({ isBoxed }) => isBoxed === true));
  // A refusal says in a strip of its own who said no.
  const declined = source.isRefusal === true ? [] : recipients.filter(({ state }) => state === 'DECLINED');
  return [
    ...family.notices.map(({ label, text, isBoxed }) => notice(isBoxed === true ? 'stop' : 'warn', label, text)),
    ...boxed.map(({ label, text }) => notice('stop', label, text)),
    ...declined.flatMap((recipient) => {
      const tone = ROLE_RULES[recipient.role].noticeOfNo;
      if (tone === null) return [];
      const title = isChild(recipient.role) ? 'The child said no' : composed`${recipient.name} did not agree`;
      return [notice(tone, title, noteOr(declineNote(source, recipient), recipient.role))];
    }),
  ];
}

function noteOr(note: string, role: SignerRole): string {
  return note === '' ? `${ROLE_WORDS[role]}, without a note.` : note;
}

function notice(tone: PdfTone, title: string, text: string): PdfBlock {
  return { kind: 'notice', tone, title, spans: [{ text }] };
}

/** The family's part: each adult on a card, and the child. How adults who differ were settled stands among the facts of page 1. */
export function familyBlocks(source: DocumentSource): PdfBlock[] {
  const { pinned } = source;
  if (!isFullShown(pinned) || pinned.family === null) return [];
  const { facts, adults, child } = familyFacts(source, pinned);
  return [
    heading(deciderOf(pinned.formType) === 'family' ? 'The child and the family' : 'The child'),
    ...(adults.length === 0
      ? []
      : [
          {
            kind: 'cards' as const,
            items: adults.map(({ title, lines }) => ({
              title,
              rows: factRows(lines.map(({ label, text }) => [label, text] as const)),
            })),
          },
        ]),
    ...factBlocks([...facts.filter(({ label }) => label !== 'Who decides'), ...child]),
  ];
}

/** Form 4's own part: what decides, the test first, and who was asked about it. */
export function capacityParts({ pinned, timeZone }: DocumentSource): { judged: PdfBlock[]; consulted: PdfBlock[] } {
  if (!isFullShown(pinned)) return { judged: [], consulted: [] };
  const blocks = (sections: readonly CapacitySection[]) => sections.flatMap(sectionBlocks);
  const sections = capacitySections(pinned, timeZone);
  const isConsulted = ({ title }: CapacitySection) => CONSULTED_SECTIONS.has(title);
  return { judged: blocks(sections.filter((each) => !isConsulted(each))), consulted: blocks(sections.filter(isConsulted)) };
}

const CONSULTED_SECTIONS: ReadonlySet<string> = new Set(['People who were asked', 'Second opinion']);

/** The lines of a part; the questions of the test are a table, so that a No is found at a glance, with what was seen or heard. */
function sectionBlocks({ title, lines }: CapacitySection): PdfBlock[] {
  const first = lines.findIndex(isAbility);
  if (first === -1) return [heading(title), ...factBlocks(lines, true)];
  const end = lines.findIndex((line, at) => at > first && !isAbility(line) && line.label !== EVIDENCE_LABEL);
  const block = lines.slice(first, end === -1 ? lines.length : end);
  const rows = block.flatMap((line, at) => {
    if (!isAbility(line)) return [];
    const next = block[at + 1];
    const seen = next?.label === EVIDENCE_LABEL ? next.text : '';
    return [[[{ text: line.label }], [{ text: line.text, bold: line.text !== 'Yes' }], [{ text: seen }]]];
  });
  return [
    heading(title),
    ...factBlocks(lines.slice(0, first), true),
    {
      kind: 'table',
      columns: [
        // As wide as the terms above and below it.
        { title: 'The patient', share: 76 },
        { title: 'Answer', share: 22 },
        { title: EVIDENCE_LABEL, share: 76 },
      ],
      rows,
    },
    ...factBlocks(end === -1 ? [] : lines.slice(end), true),
  ];
}

const ABILITY_LABELS: ReadonlySet<string> = new Set(Object.values(ABLE_LABELS));

function isAbility({ label }: { readonly label: string }): boolean {
  return ABILITY_LABELS.has(label);
}

function capacitySections({ capacity, formType }: FullShownContent, zone: string): CapacitySection[] {
  return capacity === null ? [] : capacityLines(capacity, { zone, formType });
}

type FamilyFacts = { notices: FamilyLine[]; facts: FamilyLine[]; adults: FamilyParts['adults']; child: FamilyLine[] };

/** The lines of page 1, and the others. */
function familyFacts(source: DocumentSource, { family }: FullShownContent): FamilyFacts {
  if (family === null) return { notices: [], facts: [], adults: [], child: [] };
  const { before, adults, after } = familyParts(
    { ...family, disagreement: null },
    {
      age: ageAtSigning(source),
      zone: source.timeZone,
      declined: declinedParents(parentsOfSource(source)),
      signed: signedParents(parentsOfSource(source), source.signedAt),
    },
  );
  const isNotice = ({ isBoxed, isSecret }: FamilyLine) => isBoxed === true || isSecret === true;
  return {
    notices: [...before, ...after].filter(isNotice),
    facts: before.filter((each) => !isNotice(each)),
    adults: adults.map(({ title, lines }, at) => ({ title, lines: [...lines, ...whenLines(source, family.parents[at])] })),
    child: after.filter((each) => !isNotice(each)),
  };
}

/** When an adult signed. When one did not agree stands with their answer. */
function whenLines({ recipients, signatures, timeZone }: DocumentSource, adult: Parent | undefined): FamilyLine[] {
  const signer = recipients.find(({ role, name }) => isParent(role) && name === adult?.name);
  const found = signer === undefined ? undefined : signatureOf(signatures, signer);
  return found === undefined ? [] : [{ label: 'When', text: signedWhen(found, timeZone) }];
}
