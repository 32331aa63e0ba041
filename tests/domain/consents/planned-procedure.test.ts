import { expect, test } from 'vitest';
import { plannedOrUsual, needlessSide } from '#domain/consents/planned-procedure.ts';
import { SIDES } from '#domain/base/states.ts';

test.each([...SIDES, null])('a side (%s) is taken only where the library asks for one', (side) => {
  const isAsked = needlessSide({ procedureName: 'Caesarean section', sideRequired: true, side });
  const isUnasked = needlessSide({ procedureName: 'Caesarean section', sideRequired: false, side });
  expect(isAsked).toBeNull();
  const isNone = side === null || side === 'NOT_APPLICABLE';
  expect(isUnasked).toBe(isNone ? null : 'Caesarean section has no side. Take the side away.');
});

test('what is planned comes before what the form has, and that before the library’s', () => {
  const library = { siteDefault: 'eye', anaestheticDefault: ['LOCAL'] };
  const onForm = { site: 'knee', anaesthetic: [] };
  expect(plannedOrUsual({ site: '', anaesthetic: ['GENERAL'] }, { onForm, library })).toEqual({
    site: '',
    anaesthetic: ['GENERAL'],
  });
  expect(plannedOrUsual({}, { onForm, library })).toEqual({ site: 'knee', anaesthetic: [] });
  expect(plannedOrUsual({}, { onForm: undefined, library })).toEqual({ site: 'eye', anaesthetic: ['LOCAL'] });
  expect(plannedOrUsual({}, { onForm: undefined, library: { siteDefault: null, anaestheticDefault: null } })).toEqual({
    site: '',
    anaesthetic: [],
  });
  expect(plannedOrUsual({}, { onForm: undefined, library: undefined })).toEqual({ site: '', anaesthetic: [] });
});
