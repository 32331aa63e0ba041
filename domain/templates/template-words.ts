import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { TemplateBlock, TemplateLink, TemplateNode } from './template.ts';

/** Whether a block stands for signatures. */
export function isSignatureBlock(block: TemplateBlock): block is TemplateBlock & { type: SignatureBlockType } {
  return block.type.startsWith('consent-');
}

/** The places for signatures in reading order; what is inside of one is shown nowhere. */
export function signatureBlocksOf(nodes: readonly TemplateNode[]): SignatureBlockType[] {
  return nodes.flatMap((node): SignatureBlockType[] => {
    if ('text' in node || node.type === 'link') return [];
    return isSignatureBlock(node) ? [node.type] : signatureBlocksOf(node.children);
  });
}

/** The address to stand behind a link's words, as paper and a tablet with a patient follow no link; empty where the words are the address. */
export function addressBeside({ children, url }: TemplateLink): string {
  return children.map(({ text }) => text).join('') === url ? '' : ` (${url})`;
}

/** Whether a border frames nothing: then it is drawn as a rule between the texts around it. */
export function isRule({ type, children }: TemplateBlock): boolean {
  return type === 'border' && !hasText(children);
}

function hasText(nodes: readonly TemplateNode[]): boolean {
  return nodes.some((node) => {
    if ('text' in node) return node.text !== '';
    return node.type === 'link' || (!isSignatureBlock(node) && hasText(node.children));
  });
}
