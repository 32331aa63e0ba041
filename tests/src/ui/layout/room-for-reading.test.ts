import fs from 'node:fs';
import { expect, test } from 'vitest';

// The browser's suites measure the boxes, in every size; these are the rules without which they are red, so that a sabotage of each is found.
const styles = (path: string) => fs.readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
const PAGE = styles('src/ui/layout/Page.module.css');
const SIGN = styles('src/sign/style/form.css');

/** The block behind a heading, with all that stands in it. @throws Error where there is none */
function blockOf(css: string, heading: string): string {
  const start = css.indexOf(`${heading} {`);
  if (start === -1) throw new Error(`no rule for ${heading}`);
  let depth = 0;
  for (let at = css.indexOf('{', start); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return css.slice(start, at);
  }
  throw new Error(`${heading} has no end`);
}

test('a page of two columns has one where there is no room for both', () => {
  expect(blockOf(PAGE, '@container content (max-width: 56rem)')).toMatch(
    /\.columns \{\s*grid-template-columns: minmax\(0, 1fr\);/,
  );
});

test('in large print the statement folds to two lines, and the ways to sign stand in one row, so that the pad is in sight', () => {
  const large = blockOf(SIGN, "html:is([data-size='2'], [data-size='3']) .page.sign");
  expect(blockOf(large, '& .statement:not([data-whole])')).toMatch(/-webkit-line-clamp: 2;[^]*overflow: hidden;/);
  expect(blockOf(large, '& .ways .choices')).toContain('grid-template-columns: repeat(4, 1fr);');
});

test('in landscape the ways stand beside the pad', () => {
  const landscape = blockOf(SIGN, '@media (min-width: 60rem) and (orientation: landscape)');
  expect(landscape).toMatch(/\.page\.sign \.signing > \.ways \{\s*grid-column: 2;/);
});
