import type { OpenPoint } from '#domain/consents/open-points.ts';
import { leftOpenInWords, unexplainedPoints } from '#domain/signing/open-point-reasons.ts';
import { expect, test } from 'vitest';

const point = (id: string, kind: OpenPoint['kind']): OpenPoint => ({ id, title: `Choice ${id}`, name: `choice ${id}`, kind });
const POINTS = [point('a', 'discuss'), point('b', 'discuss'), point('blood', 'unanswered'), point('c', 'paper')];

test('each wish to talk needs a reason that shows something; a missing answer needs none', () => {
  const missing = (reasons: Record<string, string>) =>
    unexplainedPoints(
      POINTS,
      Object.entries(reasons).map(([choiceID, reason]) => ({ choiceID, reason })),
    ).map(({ id }) => id);
  expect(missing({})).toEqual(['a', 'b']);
  expect(missing({ blood: 'Tonight' })).toEqual(['a', 'b']);
  expect(missing({ a: 'Tonight', b: '\u200B ' })).toEqual(['b']);
  expect(missing({ a: 'Tonight', b: 'On the ward' })).toEqual([]);
});

test('the reasons stand beside their choices, in the order of the form', () => {
  const reasons = [
    { choiceID: 'b', reason: 'On the ward' },
    { choiceID: 'a', reason: 'Tonight' },
    { choiceID: 'gone', reason: 'Nothing of this form' },
  ];
  expect(leftOpenInWords(POINTS, reasons)).toBe('choice a: Tonight; choice b: On the ward');
});
