import type { TemplateBlock, TemplateLink, TemplateNode, TextRun } from '#domain/templates/template.ts';
import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import { addressBeside, isRule, isSignatureBlock } from '#domain/templates/template-words.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';

type Inline = TextRun | TemplateLink;
type SignReferences = (block: SignatureBlockType) => PdfBlock[];

/** The template's own text as the signer's pages show it, with a reference wherever it has a place for signatures. */
export function templateBlocks(nodes: readonly TemplateNode[], sign: SignReferences): PdfBlock[] {
  return runsOf(nodes).flatMap((run) => (Array.isArray(run) ? paragraph(spansOf(run)) : blocksOf(run, sign)));
}

function blocksOf(block: TemplateBlock, sign: SignReferences): PdfBlock[] {
  if (isSignatureBlock(block)) return sign(block.type);
  switch (block.type) {
    case 'heading-one':
    case 'heading-two':
      return headed(block, sign);
    case 'bulleted-list':
    case 'numbered-list':
      return listed(block, sign);
    case 'border':
      return bordered(block, sign);
    default:
      return templateBlocks(block.children, sign);
  }
}

function headed({ type, children }: TemplateBlock, sign: SignReferences): PdfBlock[] {
  const { spans, rest } = leading(children);
  const text = textOf(spans);
  const level = type === 'heading-one' ? (2 as const) : (3 as const);
  // A heading without words would be an empty entry among the file's bookmarks.
  const heading: PdfBlock[] = text.trim() === '' ? [] : [{ kind: 'heading', level, text, spans }];
  return [...heading, ...templateBlocks(rest, sign)];
}

function listed({ type, children }: TemplateBlock, sign: SignReferences): PdfBlock[] {
  const items = runsOf(children).map((run) => {
    if (Array.isArray(run)) return { spans: spansOf(run), below: [] };
    const { spans, rest } = run.type === 'list-item' ? leading(run.children) : leading([run]);
    return { spans, below: templateBlocks(rest, sign) };
  });
  return [
    {
      kind: 'list',
      ordered: type === 'numbered-list',
      items: items.map(({ spans }) => spans),
      nested: items.map(({ below }) => below),
    },
  ];
}

function bordered(block: TemplateBlock, sign: SignReferences): PdfBlock[] {
  const blocks = templateBlocks(block.children, sign);
  if (!isRule(block)) return [{ kind: 'frame', blocks }];
  // A place for signatures inside an empty border is shown as well; an empty border inside it draws no second rule.
  return [{ kind: 'rule' }, ...blocks.filter(({ kind }) => kind !== 'rule')];
}

/** Words and links that follow each other read as one text; a block stands alone. */
function runsOf(nodes: readonly TemplateNode[]): (Inline[] | TemplateBlock)[] {
  const runs: (Inline[] | TemplateBlock)[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (!isInline(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

/** The words at the beginning, and what follows them. */
function leading(nodes: readonly TemplateNode[]): { spans: Span[]; rest: readonly TemplateNode[] } {
  const end = nodes.findIndex((node) => !isInline(node));
  const words = nodes.slice(0, end === -1 ? nodes.length : end).filter(isInline);
  return { spans: spansOf(words), rest: nodes.slice(words.length) };
}

function isInline(node: TemplateNode): node is Inline {
  return 'text' in node || node.type === 'link';
}

function spansOf(nodes: readonly Inline[]): Span[] {
  return nodes.flatMap((node): Span[] => {
    if ('text' in node) return [marked(node)];
    const address = addressBeside(node);
    const words = node.children.map((child) => ({ ...marked(child), link: node.url }));
    return address === '' ? words : [...words, { text: address }];
  });
}

function marked({ text, bold, italic, underline }: TextRun): Span {
  return {
    text,
    ...(bold === true && { bold: true }),
    ...(italic === true && { italic: true }),
    ...(underline === true && { underline: true }),
  };
}

function paragraph(spans: readonly Span[]): PdfBlock[] {
  return textOf(spans) === '' ? [] : [{ kind: 'paragraph', spans }];
}

function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}
