import { hasInk } from '#domain/values/ink.ts';
import type { TemplateBlock, TemplateNode, TextRun } from './template.ts';
import { isSignatureBlock } from './template-words.ts';

/** The nodes with every text composed (NFC). */
export function composedNodes(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes.map((node): TemplateNode => {
    if ('text' in node) return composed(node);
    if (node.type === 'link') return { ...node, children: node.children.map(composed) };
    return { ...node, children: composedNodes(node.children) };
  });
}

/** The texts that a reader is shown, the addresses of links among them. */
export function templateTextsOf(nodes: readonly TemplateNode[]): string[] {
  return nodes.flatMap((node): string[] => {
    if ('text' in node) return [node.text];
    if (node.type === 'link') return [...templateTextsOf(node.children), node.url];
    // The words of a place for signatures are shown nowhere, and stored all the same.
    return templateTextsOf(node.children);
  });
}

/** The text of each paragraph, heading and item that a reader is shown, without addresses; those without words are left out. */
export function linesOfTemplate(nodes: readonly TemplateNode[]): string[] {
  const lines: string[] = [];
  let line = '';
  const end = () => {
    if (hasInk(line)) lines.push(line);
    line = '';
  };
  for (const node of nodes) {
    if ('text' in node) line += node.text;
    else if (node.type === 'link') line += node.children.map(({ text }) => text).join('');
    else {
      end();
      if (!isSignatureBlock(node)) lines.push(...linesOfTemplate(node.children));
    }
  }
  end();
  return lines;
}

/** The nodes without the places for signatures among them, and what they hold. */
export function withoutSignatureBlocks(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    if ('text' in node || node.type === 'link') return [node];
    return isSignatureBlock(node) ? [] : [{ ...node, children: withoutSignatureBlocks(node.children) }];
  });
}

/** The number of characters of each stretch of text without a block in it. */
export function paragraphLengths(nodes: readonly TemplateNode[]): number[] {
  const inline = nodes.filter((node) => 'text' in node || node.type === 'link');
  const blocks = nodes.filter((node): node is TemplateBlock => !('text' in node) && node.type !== 'link');
  const own = templateTextsOf(inline).reduce((sum, { length }) => sum + length, 0);
  return [own, ...blocks.filter((each) => !isSignatureBlock(each)).flatMap(({ children }) => paragraphLengths(children))];
}

function composed(words: TextRun): TextRun {
  return { ...words, text: words.text.normalize('NFC') };
}
