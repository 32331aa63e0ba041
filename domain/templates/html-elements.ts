import type { BlockType, TextRun } from './template.ts';

/** Elements that are dropped with all that is in them: programs, drawings, other pages, form controls, what nobody reads. */
export const DROPPED: ReadonlySet<string> = new Set([
  'applet',
  'audio',
  'canvas',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);

/** Elements that mark the text in them. */
export const MARKS: ReadonlyMap<string, Omit<TextRun, 'text'>> = new Map([
  ['b', { bold: true }],
  ['strong', { bold: true }],
  ['th', { bold: true }],
  ['i', { italic: true }],
  ['em', { italic: true }],
  ['u', { underline: true }],
  ['ins', { underline: true }],
]);

/** The node that holds the text of an element; of other blocks it is that of the block around them. */
export const LEAVES: ReadonlyMap<string, Extract<BlockType, 'paragraph' | 'heading-one' | 'heading-two'>> = new Map([
  ['p', 'paragraph'],
  ['h1', 'heading-one'],
  ['h2', 'heading-two'],
  ['h3', 'heading-two'],
  ['h4', 'heading-two'],
  ['h5', 'heading-two'],
  ['h6', 'heading-two'],
  ['heading-one', 'heading-one'],
  ['heading-two', 'heading-two'],
]);

/** Lists, as HTML and as a template names them. */
export const LISTS: ReadonlyMap<string, Extract<BlockType, 'bulleted-list' | 'numbered-list'>> = new Map([
  ['ul', 'bulleted-list'],
  ['ol', 'numbered-list'],
  ['bulleted-list', 'bulleted-list'],
  ['numbered-list', 'numbered-list'],
]);

/** Items of a list. */
export const ITEMS: ReadonlySet<string> = new Set(['li', 'list-item']);

/** Elements that stand for one node without text: a rule, and the places for signatures as a template names them. */
export const EMPTY: ReadonlyMap<string, BlockType> = new Map([
  ['hr', 'border'],
  ['consent-patient', 'consent-patient'],
  ['consent-clinic', 'consent-clinic'],
  ['consent-interpreter', 'consent-interpreter'],
]);

/** Other elements whose text stands on lines of its own. */
export const BLOCKS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'html',
  'legend',
  'main',
  'nav',
  'paragraph',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
]);

/** Cells of a table: they stand beside each other on one line. */
export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
