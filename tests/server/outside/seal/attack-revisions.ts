import { REVISION_MARK, writeRevision } from '#server/outside/seal/archive-revision.ts';
import { readTail } from '#server/outside/seal/pdf-tail.ts';
import { writeToken } from '#server/outside/seal/token.ts';
import { requestStamp, type StampAuthority } from '#server/outside/seal/stamp.ts';

/** An attacker's revision behind a sealed file, before an honest authority stamps it all: objects by their numbers, and the trailer. */
export type Draft = {
  objects: Map<number, string>;
  trailer: string;
  /** in front of the first object and behind the table */
  head: string;
  behind: string;
  /** the next free number */
  next: number;
  catalogue: number;
  form: number;
  field: number;
  store: number;
  page: number;
  seal: number;
};
export type Attack = (draft: Draft) => void;

const GAP = /\/Contents <[0-9A-F]*>/;
const room = 6000;

/** A revision like ours with one thing more or other, sound in itself: table, byte range and stamp are right. */
export async function attacked(before: Buffer, attack: Attack, authority: StampAuthority): Promise<Buffer> {
  const draft = draftOf(before);
  attack(draft);
  const parts = [draft.head];
  const offsets = new Map<number, number>();
  const position = () => before.length + parts.reduce((sum, part) => sum + part.length, 0);
  for (const [number, body] of draft.objects) {
    offsets.set(number, position());
    parts.push(`${number} 0 obj\n${body}\nendobj\n`);
  }
  const table = position();
  const numbers = [...offsets.keys()].toSorted((one, other) => one - other);
  const lines = numbers.map((number) => {
    const count = numbers.filter(
      (each) => each >= number && [...Array(each - number + 1).keys()].every((step) => offsets.has(number + step)),
    ).length;
    const head = offsets.has(number - 1) ? '' : `${number} ${count}\n`;
    return `${head}${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(`xref\n${lines.join('')}trailer\n${draft.trailer}\nstartxref\n${table}\n%%EOF\n${draft.behind}`);
  const file = Buffer.concat([before, Buffer.from(parts.join(''), 'latin1')]);
  const text = file.toString('latin1', before.length);
  const gapStart = before.length + text.search(GAP) + '/Contents '.length;
  const gapEnd = gapStart + 2 * room + 2;
  const range = [gapStart, gapEnd, file.length - gapEnd].map((each) => String(each).padEnd(10)).join(' ');
  file.write(`/ByteRange [0 ${range}]`, before.length + text.indexOf('/ByteRange ['), 'latin1');
  const stamp = await requestStamp(Buffer.concat([file.subarray(0, gapStart), file.subarray(gapEnd)]), authority);
  file.write(
    `<${writeToken(stamp.token)
      .toString('hex')
      .toUpperCase()
      .padEnd(2 * room, '0')}>`,
    gapStart,
    'latin1',
  );
  return file;
}

/** Our own revision, taken apart. */
function draftOf(before: Buffer): Draft {
  const { bytes } = writeRevision(before, { certificates: [], lists: [], room });
  const text = bytes.toString('latin1', before.length);
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(([, number, body = '']) => [Number(number), body]),
  );
  const tail = readTail(before);
  const of = (entries: readonly (readonly [string, string])[], key: string) => entries.find(([each]) => each === key)?.[1] ?? '';
  const catalogue = Number.parseInt(of(tail.trailer, 'Root'), 10);
  const form = Number.parseInt(of(tail.dictionary(catalogue), 'AcroForm'), 10);
  const seal = Number(/\[(\d+)/.exec(of(tail.dictionary(form), 'Fields'))?.[1]);
  return {
    objects,
    trailer: /trailer\n(<<[\s\S]*?\n>>)/.exec(text)?.[1] ?? '',
    head: `${REVISION_MARK}${before.length} bytes\n`,
    behind: '',
    next: tail.size + 3,
    catalogue,
    form,
    field: tail.size,
    store: tail.size + 2,
    page: Number.parseInt(of(tail.dictionary(seal), 'P'), 10),
    seal,
  };
}

/** An object more; its reference. */
function add(draft: Draft, body: string): string {
  draft.objects.set(draft.next, body);
  draft.next += 1;
  draft.trailer = draft.trailer.replace(/\/Size \d+/, `/Size ${draft.next}`);
  return `${draft.next - 1} 0 R`;
}

const stream = (text: string, entries = '') => `<<\n${entries}/Length ${text.length}\n>>\nstream\n${text}\nendstream`;

/** An object of the revision changed. */
function change(draft: Draft, number: number, from: string | RegExp, to: string): void {
  const body = draft.objects.get(number) ?? '';
  const changed = body.replace(from, to);
  if (changed === body) throw new Error(`object ${number} does not hold ${String(from)}`);
  draft.objects.set(number, changed);
}

/** An entry more, or another value of one, in the catalogue, the form, the field. */
const entry =
  (which: 'catalogue' | 'form' | 'field' | 'store', text: string): Attack =>
  (draft) =>
    change(draft, draft[which], /\n>>$/, `\n${text}\n>>`);
const PAGE = '<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Resources << >>';

/** Things that a file must not say behind its seal, each under an honest stamp. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'another page': (draft) => void draft.objects.set(draft.page, `${PAGE} >>`),
  'other content of a page': (draft) => void draft.objects.set(draft.page, `${PAGE} /Contents ${add(draft, stream('BT ET'))} >>`),
  'a note on a page': (draft) => {
    const note = add(draft, '<< /Type /Annot /Subtype /FreeText /Rect [0 0 300 300] /Contents (No) >>');
    draft.objects.set(draft.page, `${PAGE} /Annots [${note}] >>`);
  },
  'no pages': (draft) =>
    change(draft, draft.catalogue, /\/Pages \d+ 0 R/, `/Pages ${add(draft, '<< /Type /Pages /Kids [] /Count 0 >>')}`),
  'an action when it opens': entry('catalogue', '/OpenAction << /S /URI /URI (https://example.org) >>'),
  'a script when it opens': entry('catalogue', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
  'actions of the document': entry('catalogue', '/AA << /WC << /S /Named /N /Print >> >>'),
  'other attachments': (draft) => change(draft, draft.catalogue, '/EmbeddedFiles', '/EmbeddedFile2'),
  'no attachments': (draft) => change(draft, draft.catalogue, /\/AF \[.*\]/, '/AF []'),
  'other metadata': (draft) =>
    change(
      draft,
      draft.catalogue,
      /\/Metadata \d+ 0 R/,
      `/Metadata ${add(draft, stream('<x/>', '/Type /Metadata\n/Subtype /XML\n'))}`,
    ),
  'another structure': (draft) =>
    change(draft, draft.catalogue, /\/StructTreeRoot \d+ 0 R/, `/StructTreeRoot ${add(draft, '<< /Type /StructTreeRoot >>')}`),
  'another language': (draft) => change(draft, draft.catalogue, '/Lang (en-GB)', '/Lang (fr-FR)'),
  'no marks': (draft) => change(draft, draft.catalogue, '/Marked true', '/Marked false'),
  'other outlines': (draft) =>
    change(draft, draft.catalogue, /\/Outlines \d+ 0 R/, `/Outlines ${add(draft, '<< /Type /Outlines >>')}`),
  'another colour': (draft) => change(draft, draft.catalogue, /\/OutputIntents \d+ 0 R/, '/OutputIntents []'),
  'hidden layers': entry('catalogue', '/OCProperties << /OCGs [] /D << >> >>'),
  'another version': entry('catalogue', '/Version /2.0'),
  permissions: entry('catalogue', '/Perms << >>'),
  'an XFA form': (draft) => change(draft, draft.form, /\n>>$/, `\n/XFA ${add(draft, stream('<xdp/>'))}\n>>`),
  'other flags of the form': (draft) => change(draft, draft.form, '/SigFlags 3', '/SigFlags 0'),
  'appearances that are drawn anew': entry('form', '/NeedAppearances true'),
  'the form without the seal': (draft) => change(draft, draft.form, `${draft.seal} 0 R `, ''),
  'fields in another order': (draft) => change(draft, draft.form, /\[(\d+ 0 R) (.*)\]/, '[$2 $1]'),
  'a field to write in': (draft) =>
    change(draft, draft.form, /\]\n/, ` ${add(draft, '<< /FT /Tx /T (t) /V (yes) /Rect [0 0 200 20] >>')}]\n`),
  'another name of the seal’s field': (draft) =>
    void draft.objects.set(draft.seal, '<< /FT /Sig /T (Other) /Rect [0 0 300 300] >>'),
  'a stamp that is drawn': (draft) => {
    change(draft, draft.field, '/Rect [0 0 0 0]', '/Rect [0 0 400 400]');
    entry('field', `/AP << /N ${add(draft, stream('0 0 9 9 re f', '/Subtype /Form\n/BBox [0 0 400 400]\n'))} >>`)(draft);
  },
  'an action of the stamp’s field': entry('field', '/AA << /E << /S /Named /N /Print >> >>'),
  'flags of the stamp’s field': (draft) => change(draft, draft.field, '/F 132', '/F 4'),
  'another name of the stamp’s field': (draft) => change(draft, draft.field, /\/T \(Archive\d+\)/, '/T (Signature)'),
  'the field on another page': (draft) => change(draft, draft.field, /\/P \d+ 0 R/, '/P 1 0 R'),
  'a stray stream': (draft) => void add(draft, stream('a free passenger that nothing names')),
  'a stream that is no certificate': (draft) =>
    change(draft, draft.store, /\n>>$/, `\n/Certs [${add(draft, stream('no certificate'))}]\n>>`),
  'a stray dictionary': (draft) => void add(draft, '<< /Type /Page >>'),
  'an object without use, from before the seal': (draft) => void draft.objects.set(1, '<< /Type /Pages /Kids [] /Count 0 >>'),
  'another kind of stamp': (draft) => change(draft, draft.field + 1, '/Type /DocTimeStamp', '/Type /Sig'),
  'a reason in the stamp': (draft) => change(draft, draft.field + 1, /\n>>$/, '\n/Reason (Withdrawn)\n>>'),
  'more in the store': entry('store', '/OCSPs []'),
  'a comment': (draft) => void (draft.head += '% valid\n'),
  'something behind the end': (draft) => void (draft.behind = '\n'),
  'another root in the trailer': (draft) =>
    void (draft.trailer = draft.trailer.replace(/\/Root \d+ 0 R/, `/Root ${add(draft, '<< /Type /Catalog >>')}`)),
  'another document information': (draft) =>
    void (draft.trailer = draft.trailer.replace(/\/Info \d+ 0 R/, `/Info ${add(draft, '<< /Title (Other) >>')}`)),
  'encryption in the trailer': (draft) =>
    void (draft.trailer = draft.trailer.replace(/\n>>$/, '\n/Encrypt << /Filter /Standard >>\n>>')),
  'another id in the trailer': (draft) => void (draft.trailer = draft.trailer.replace(/\/ID \[[^\]]*\]/, '/ID [<00> <00>]')),
  'no mark of a revision': (draft) => void (draft.head = '\n'),
};
