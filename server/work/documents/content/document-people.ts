import { capacityLines } from '#domain/capacity/capacity-words.ts';
import { isFullShown, type FullShownContent } from '#domain/consents/digest.ts';
import type { Family } from '#domain/family/family.ts';
import { declinedParents, signedParents } from '#domain/family/parents-words.ts';
import { disagreementLines, familyLines, type FamilyLine } from '#domain/family/family-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isChild, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { PdfBlock, PdfTone } from '#server/outside/pdf/blocks.ts';
import { ageAtSigning } from './document-facts.ts';
import { factBlocks, heading, parentsOfSource } from './document-parts.ts';
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

/** The family's part, and what was recorded about a disagreement while the form was out. */
export function familyBlocks(source: DocumentSource): PdfBlock[] {
  const { pinned, settled, timeZone } = source;
  if (!isFullShown(pinned) || pinned.family === null) return [];
  const later = settled === null ? [] : disagreementLines(settled, timeZone);
  return [
    heading(deciderOf(pinned.formType) === 'family' ? 'The child and the family' : 'The child'),
    ...factBlocks(familyFacts(source, pinned).facts),
    ...(later.length === 0 ? [] : [heading('Disagreement while the form was out', 3), ...factBlocks(later)]),
  ];
}

/** The assessment of capacity and the decision in the patient's best interests, the test first. */
export function capacityBlocks({ pinned, timeZone }: DocumentSource): PdfBlock[] {
  if (!isFullShown(pinned)) return [];
  return capacitySections(pinned, timeZone).flatMap(({ title, lines }) => [heading(title), ...factBlocks(lines, true)]);
}

function capacitySections({ capacity, formType }: FullShownContent, zone: string) {
  return capacity === null ? [] : capacityLines(capacity, { zone, formType });
}

/** The lines of page 1, and the others. */
function familyFacts(source: DocumentSource, { family }: FullShownContent): { notices: FamilyLine[]; facts: FamilyLine[] } {
  if (family === null) return { notices: [], facts: [] };
  const lines = familyLines(withAuthor(family, source), {
    age: ageAtSigning(source),
    zone: source.timeZone,
    declined: declinedParents(parentsOfSource(source)),
    signed: signedParents(parentsOfSource(source), source.signedAt),
  });
  const isNotice = ({ isBoxed, isSecret }: FamilyLine) => isBoxed === true || isSecret === true;
  return { notices: lines.filter(isNotice), facts: lines.filter((each) => !isNotice(each)) };
}

/** Adds the author and the time of an outcome that was recorded before the form was sent: neither is pinned. */
function withAuthor(family: Family, { recorded }: DocumentSource): Family {
  if (family.disagreement === null || recorded === null) return family;
  const { recordedBy, at } = recorded;
  return { ...family, disagreement: { ...family.disagreement, recordedBy, at } };
}
