import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest } from '#domain/consents/digest.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { GOLDEN_FORMS, goldenRecord } from './golden-records.table.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each(GOLDEN_FORMS)('a %s of shape %i, %s, keeps the digest that builds before have printed', async (...form) => {
  const [, shape, , , digest] = form;
  const record = goldenRecord(form);
  expect(record.shownVersion ?? 1).toBe(shape);
  expect(await contentDigest(record, sha256)).toBe(digest);
});

test.each(FORM_TYPES)('%s has a record of each shape: of the first, where no other than the patient decides', (type) => {
  const shapes = new Set(GOLDEN_FORMS.filter(([of]) => of === type).map(([, shape]) => shape));
  expect([...shapes].toSorted()).toEqual(type === 'FORM_1' || type === 'FORM_3' ? [1, 2, 3] : [2, 3]);
});
