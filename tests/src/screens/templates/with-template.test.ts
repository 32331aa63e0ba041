import { createEditor, Editor, Node } from 'slate';
import { withHistory } from 'slate-history';
import { withReact } from 'slate-react';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { signatureBlocksOf } from '#domain/templates/template-words.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { moveToEdge, setLink, setText, toggleList, toggleMark } from '#src/screens/templates/editor/edits.ts';
import { fromEditor } from '#src/screens/templates/editor/from-editor.ts';
import { insertPasted } from '#src/screens/templates/editor/insert-pasted.ts';
import { dropBlock, moveBlock, blockPosition } from '#src/screens/templates/editor/move-block.ts';
import { toEditor } from '#src/screens/templates/editor/to-editor.ts';
import { withTemplate } from '#src/screens/templates/editor/with-template.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

const paragraph = (text: string): TemplateNode => ({ type: 'paragraph', children: [{ text }] });
const sign = (type: 'consent-patient' | 'consent-clinic'): TemplateNode => ({ type, children: [{ text: '' }] });
const item = (text: string): TemplateNode => ({ type: 'list-item', children: [{ text }] });

function editorOf(nodes: readonly TemplateNode[], refusals: (string | null)[] = [], hasPlaces = true): Editor {
  const refuse = (sentence: string | null) => void refusals.push(sentence);
  const editor = withTemplate(withHistory(withReact(createEditor())), { refuse, hasSignatureBlocks: hasPlaces });
  editor.children = toEditor(nodes);
  Editor.normalize(editor, { force: true });
  return editor;
}

const nodesOf = (editor: Editor) => fromEditor(editor.children);
const selectAll = (editor: Editor) => editor.select(Editor.range(editor, []));
const transfer = (held: Record<string, string>) => ({
  getData: (type: string) => held[type] ?? '',
  setData: (type: string, text: string) => {
    held[type] = text;
  },
});

test('the cursor goes to the end and the start of the words, also where places to sign stand last and first', () => {
  const list: TemplateNode = { type: 'bulleted-list', children: [item('Eat'), item('Rest')] };
  const nodes = [sign('consent-patient'), paragraph('First'), list, sign('consent-patient'), sign('consent-clinic')];
  const editor = editorOf([]);
  editor.children = toEditor(nodes);
  expect(moveToEdge(editor, 'end', false)).toBe(true);
  expect([Editor.string(editor, [2, 1]), editor.selection?.anchor]).toEqual(['Rest', { path: [2, 1, 0, 0], offset: 4 }]);
  moveToEdge(editor, 'start', true);
  expect(Editor.string(editor, editor.selection!)).toBe('FirstEatRest');
  editor.insertText('Own');
  expect(nodesOf(editor)[1]).toEqual(paragraph('Own'));
  editor.children = toEditor([sign('consent-patient')]);
  editor.deselect();
  expect(moveToEdge(editor, 'end', false)).toBe(false);
});

test('a text without places to sign takes none, out of a template either', () => {
  const page = '<p>Rest.</p><consent-patient></consent-patient><ul><li>Eat<consent-clinic></consent-clinic></li></ul>';
  const [own, template] = [editorOf([], [], false), editorOf([])];
  for (const each of [own, template]) each.insertData(transfer({ 'text/html': page }) as unknown as DataTransfer);
  expect(signatureBlocksOf(nodesOf(template))).toEqual(['consent-patient', 'consent-clinic']);
  expect(nodesOf(own)).toEqual([paragraph('Rest.'), { type: 'bulleted-list', children: [item('Eat')] }]);
});

test('paragraphs become a list and paragraphs again, and a list another kind', () => {
  const editor = editorOf([paragraph('One'), paragraph('Two')]);
  selectAll(editor);
  toggleList(editor, 'bulleted-list');
  expect(nodesOf(editor)).toEqual([{ type: 'bulleted-list', children: [item('One'), item('Two')] }]);
  toggleList(editor, 'numbered-list');
  expect(nodesOf(editor)).toEqual([{ type: 'numbered-list', children: [item('One'), item('Two')] }]);
  toggleList(editor, 'numbered-list');
  expect(nodesOf(editor)).toEqual([paragraph('One'), paragraph('Two')]);
});

test('Enter makes the next item, and a second one leaves the list', () => {
  const editor = editorOf([{ type: 'bulleted-list', children: [item('One')] }]);
  editor.select(Editor.end(editor, [0]));
  editor.insertBreak();
  editor.insertText('Two');
  editor.insertBreak();
  editor.insertBreak();
  editor.insertText('After');
  expect(nodesOf(editor)).toEqual([{ type: 'bulleted-list', children: [item('One'), item('Two')] }, paragraph('After')]);
});

test('a heading ends with its line, and Backspace before it makes it a paragraph', () => {
  const editor = editorOf([paragraph('Title')]);
  editor.select(Editor.end(editor, [0]));
  setText(editor, 'heading-one');
  editor.insertBreak();
  editor.insertText('Words');
  const heading = { type: 'heading-one', children: [{ text: 'Title' }] };
  expect(nodesOf(editor)).toEqual([heading, paragraph('Words')]);
  editor.select(Editor.start(editor, [0]));
  editor.deleteBackward('character');
  expect(nodesOf(editor)).toEqual([paragraph('Title'), paragraph('Words')]);
});

test('words are marked and linked', () => {
  const editor = editorOf([paragraph('Read this')]);
  editor.select({ anchor: { path: [0, 0], offset: 5 }, focus: { path: [0, 0], offset: 9 } });
  toggleMark(editor, 'bold');
  setLink(editor, 'https://nhs.uk/');
  const link = { type: 'link', url: 'https://nhs.uk/', children: [{ text: 'this', bold: true }] };
  expect(nodesOf(editor)).toEqual([{ type: 'paragraph', children: [{ text: 'Read ' }, link] }]);
  setLink(editor, null);
  expect(nodesOf(editor)).toEqual([{ type: 'paragraph', children: [{ text: 'Read ' }, { text: 'this', bold: true }] }]);
});

test('a place to sign moves up and down among the blocks, and no further', () => {
  const editor = editorOf([paragraph('One'), sign('consent-patient'), sign('consent-clinic')]);
  expect(blockPosition(editor, [2])).toEqual({ number: 3, of: 3 });
  expect(moveBlock(editor, [2], 1)).toBeNull();
  expect(moveBlock(editor, [2], -1)).toEqual([1]);
  expect(signatureBlocksOf(nodesOf(editor))).toEqual(['consent-clinic', 'consent-patient']);
  dropBlock(editor, [1], 0);
  dropBlock(editor, [2], 1);
  expect(nodesOf(editor)).toEqual([sign('consent-clinic'), sign('consent-patient'), paragraph('One')]);
  expect(moveBlock(editor, [0], -1)).toBeNull();
});

test('a single paragraph is pasted into the line, more as blocks of their own', () => {
  const editor = editorOf([paragraph('One two')]);
  editor.select({ path: [0, 0], offset: 4 });
  insertPasted(editor, [{ type: 'paragraph', children: [{ text: 'bold ', bold: true }] }]);
  insertPasted(editor, [paragraph('A'), sign('consent-patient')]);
  expect(nodesOf(editor)).toEqual([
    { type: 'paragraph', children: [{ text: 'One ' }, { text: 'bold ', bold: true }, { text: 'two' }] },
    paragraph('A'),
    sign('consent-patient'),
  ]);
});

test('the library’s own format on a clipboard is ignored: it would take any node', () => {
  const editor = editorOf([paragraph('One')]);
  editor.select(Editor.end(editor, []));
  const fragment = btoa(encodeURIComponent(JSON.stringify([{ type: 'image', children: [{ text: 'evil' }] }])));
  const held = { 'application/x-slate-fragment': fragment, 'text/html': `<p data-slate-fragment="${fragment}">ok</p>` };
  editor.insertData(transfer(held) as unknown as DataTransfer);
  expect(nodesOf(editor)).toEqual([paragraph('Oneok')]);
});

test('what is copied is clean HTML, and is pasted as it was', () => {
  const editor = editorOf([paragraph('One'), sign('consent-patient'), { type: 'border', children: [] }, paragraph('Two')]);
  selectAll(editor);
  const held: Record<string, string> = {};
  editor.setFragmentData(transfer(held) as unknown as DataTransfer);
  expect(held['text/html']).toBe('<p>One</p><consent-patient></consent-patient><hr><p>Two</p>');
  const before = nodesOf(editor);
  const other = editorOf([]);
  other.select(Editor.end(other, []));
  other.insertData(transfer(held) as unknown as DataTransfer);
  expect(nodesOf(other)).toEqual(before);
});

test('too much is not pasted, and a sentence says so', () => {
  const refusals: (string | null)[] = [];
  const editor = editorOf([paragraph('One')], refusals);
  editor.insertData(transfer({ 'text/plain': 'word '.repeat(2001) }) as unknown as DataTransfer);
  expect(refusals).toEqual(['Nothing was pasted. A paragraph has at most 10000 characters. Please make it shorter.']);
  expect(nodesOf(editor)).toEqual([paragraph('One')]);
});

/** Five hundred editors of the full run take a minute beside other suites. */
const LONG = { timeout: 300_000 };

test('whatever is pressed, the text is one that a template takes, and is the same when it is opened again', LONG, () => {
  const random = seededRandom('template editor');
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const acts: readonly ((editor: Editor) => void)[] = [
    (editor) => editor.insertText(pick(['a', ' ', 'word'])),
    (editor) => editor.insertBreak(),
    (editor) => editor.insertSoftBreak(),
    (editor) => editor.deleteBackward('character'),
    (editor) => editor.deleteForward('character'),
    (editor) => toggleList(editor, pick(['bulleted-list', 'numbered-list', null])),
    (editor) => setText(editor, pick(['paragraph', 'heading-one', 'heading-two'])),
    (editor) => toggleMark(editor, pick(['bold', 'italic', 'underline'])),
    (editor) => setLink(editor, pick(['https://nhs.uk/', null])),
    (editor) => insertPasted(editor, pick([[paragraph('x')], [sign('consent-clinic')], [paragraph('x'), item('y')]])),
    (editor) => void moveBlock(editor, [Math.floor(random() * editor.children.length)], pick([-1, 1])),
    (editor) => editor.undo(),
    (editor) => editor.redo(),
    (editor) => editor.deleteFragment(),
  ];
  for (let life = 0; life < (isFull ? 500 : 25); life += 1) {
    const editor = editorOf([paragraph('One'), sign('consent-patient'), { type: 'border', children: [paragraph('In')] }]);
    for (let act = 0; act < 40; act += 1) {
      const points = Array.from(Node.texts(editor), ([{ text }, path]) => ({
        path,
        offset: Math.floor(random() * (text.length + 1)),
      }));
      const anchor = pick(points);
      editor.select({ anchor, focus: random() < 0.3 ? pick(points) : anchor });
      pick(acts)(editor);
      const nodes = nodesOf(editor);
      expect(v.safeParse(TemplateNodes, nodes).success).toBe(true);
      expect(fromEditor(toEditor(nodes))).toEqual(nodes);
    }
  }
});
