import { expect, test } from 'vitest';
import * as capacity from '#tests/domain/capacity/capacity-rules.table.ts';
import * as family from '#tests/domain/family/family-rules.table.ts';

test('the tables of the form rules have at least 200 rows together, and none twice', () => {
  const rows = [
    ...family.ROWS.map(([sentence, age]) => `${sentence} ${age}`),
    ...family.DECLINES.map(([sentence]) => `a no: ${sentence}`),
    ...family.SETTLEMENTS.map(([sentence]) => `an outcome: ${sentence}`),
    ...capacity.ROWS.map(([sentence]) => `capacity: ${sentence}`),
    ...capacity.DECLINES.map((row) => `a no, capacity: ${JSON.stringify(row)}`),
  ];
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(new Set(rows).size).toBe(rows.length);
});
