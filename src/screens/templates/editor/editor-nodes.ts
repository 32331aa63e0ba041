import type { SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { TemplateLink, TextRun } from '#domain/templates/template.ts';
import type { BaseEditor } from 'slate';
import type { HistoryEditor } from 'slate-history';
import type { ReactEditor } from 'slate-react';

/** A paragraph, a heading, or the text of a list's item, which a template holds without a node around it. */
export type TextBlock = {
  type: 'paragraph' | 'heading-one' | 'heading-two' | 'item-text';
  children: (TextRun | TemplateLink)[];
};
export type ListBlock = { type: 'bulleted-list' | 'numbered-list'; children: ItemBlock[] };
export type ItemBlock = { type: 'list-item'; children: EditorBlock[] };
/** A frame around other blocks. */
export type FrameBlock = { type: 'border'; children: EditorBlock[] };
/** A line across the page: in a template a border that frames nothing. */
export type RuleBlock = { type: 'rule'; children: TextRun[] };
/** A place where somebody signs. */
export type SignBlock = { type: SignatureBlockType; children: TextRun[] };

/**
 * A block of the editor. The editor's library wants either text or blocks in each, never both side by side: {@link TextBlock} holds text,
 * the others hold blocks, and rules and places for signatures hold nothing that is edited.
 */
export type EditorBlock = TextBlock | ListBlock | ItemBlock | FrameBlock | RuleBlock | SignBlock;

declare module 'slate' {
  // The library's types are extended by an interface of this name.
  interface CustomTypes {
    Editor: BaseEditor & ReactEditor & HistoryEditor;
    Element: EditorBlock | TemplateLink;
    Text: TextRun;
  }
}

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading-one', 'heading-two', 'item-text']);

/** Whether a node of the editor holds text. */
export function isTextBlock(node: object): node is TextBlock {
  return 'type' in node && typeof node.type === 'string' && TEXT_BLOCKS.has(node.type);
}

/** Whether a node is a list. */
export function isList(node: object): node is ListBlock {
  return 'type' in node && (node.type === 'bulleted-list' || node.type === 'numbered-list');
}

/** Whether a node is a place where somebody signs. */
export function isSignBlock(node: object): node is SignBlock {
  return 'type' in node && typeof node.type === 'string' && node.type.startsWith('consent-');
}
