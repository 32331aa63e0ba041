import { expect, test } from 'vitest';
import { needlessSide, plannedOrUsual, usualOf } from '#domain/consents/planned-procedure.ts';
import { SIDES } from '#domain/base/states.ts';

test.each([...SIDES, null])('a side (%s) is taken only where the library asks for one', (side) => {
  const isAsked = needlessSide({ procedureName: 'Caesarean section', sideRequired: true, side });
  const isUnasked = needlessSide({ procedureName: 'Caesarean section', sideRequired: false, side });
  expect(isAsked).toBeNull();
  const isNone = side === null || side === 'NOT_APPLICABLE';
  expect(isUnasked).toBe(isNone ? null : 'Caesarean section has no side. Take the side away.');
});

test('what is planned comes before what is usual', () => {
  const usual = { site: 'knee', anaesthetic: ['LOCAL'] };
  const planned = { site: '', anaesthetic: ['GENERAL'] };
  expect(plannedOrUsual(planned, usual)).toEqual(planned);
  expect(plannedOrUsual({}, usual)).toEqual(usual);
  expect(plannedOrUsual({})).toEqual({ site: '', anaesthetic: [] });
});

test('what is usual of a procedure without defaults, or of none, is nothing', () => {
  const nothing = { site: '', anaesthetic: [] };
  expect(usualOf({ siteDefault: 'eye', anaestheticDefault: ['LOCAL'] })).toEqual({ site: 'eye', anaesthetic: ['LOCAL'] });
  expect(usualOf({ siteDefault: null, anaestheticDefault: null })).toEqual(nothing);
  expect(usualOf(undefined)).toEqual(nothing);
});
