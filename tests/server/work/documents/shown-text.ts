import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownContent } from '#domain/consents/digest.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import type { SignerStepProps } from '#src/sign/step-props.ts';
import { aForm } from '#tests/src/sign/form.ts';

/** Text without any white space: line breaks do not count. */
export function bare(text: string): string {
  return text.replaceAll(/[\s\u2068\u2069]+/gu, '');
}

/** The markup of one of the signer's pages for a pinned form. */
export function pageOf<P extends object>(pinned: ShownContent, page: FunctionComponent<SignerStepProps & P>, more: P): string {
  const { procedures, template, answers } = pinned;
  const form = { procedures: [...procedures], content: [...template.nodes], mattersToMe: answers.mattersToMe };
  const props: SignerStepProps = {
    // Nobody taps on a page that is drawn once.
    visiting: { dispatch: () => undefined } as unknown as SignerStepProps['visiting'],
    details: aForm(form),
    navigation: { step: '', onBack: undefined, isBusy: false },
  };
  return renderToStaticMarkup(createElement(page, { ...props, ...more }));
}

/** The words of markup, in the order in which they stand. */
export function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<svg.*?<\/svg>/gsu, '')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** The words inside every element of a name, one behind the other. */
export function inside(markup: string, element: string): string {
  return wordsOf([...markup.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gsu'))].map(([, words]) => words).join(''));
}

/** Every text of a document's blocks, in their order; names of kinds and tones are none. */
export function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return UNSEEN.has(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  // A heading with marked words holds them twice.
  const isHeading = 'kind' in value && value.kind === 'heading';
  const members = Object.entries(value).filter(([name]) => !isHeading || name === 'text');
  return members.flatMap(([name, member]) => textsOf(member, Array.isArray(value) ? key : name));
}

const UNSEEN = new Set(['kind', 'tone', 'link', 'language']);

/** All blocks, those in frames and below the items of lists too. */
export function allBlocks(blocks: readonly PdfBlock[]): PdfBlock[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'frame') return [block, ...allBlocks(block.blocks)];
    return block.kind === 'list' ? [block, ...(block.nested ?? []).flatMap(allBlocks)] : [block];
  });
}
