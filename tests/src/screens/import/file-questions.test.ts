import { expect, test } from 'vitest';
import { CallFailed } from '#contract/engine/call.ts';
import { confirmedOfOtherRows, FILE_CONFIRMATIONS, FILE_QUESTIONS } from '#domain/imports/file-questions.ts';
import { fileQuestionOf } from '#src/screens/import/FileQuestionNotice.tsx';
import { readWith, readWithParts, type OpenFile } from '#src/screens/import/row-type.ts';
import { SOURCE } from './ward-rows.ts';

const OPEN: OpenFile<never> = {
  id: 'one',
  file: new File([''], 'wards.xlsx'),
  sheet: 'East',
  confirmed: FILE_CONFIRMATIONS,
  source: { ...SOURCE, file: { ...SOURCE.file, sheets: ['East', 'West'] } },
  lines: [],
};

const questionFailure = (question: string) =>
  new CallFailed(422, {
    message: 'Not read',
    error: 'FILE_QUESTION',
    data: { question },
    fields: [{ path: 'file', message: 'Is it right?' }],
  });

test('nothing that was confirmed of one sheet holds for another', () => {
  expect(readWith(OPEN, { sheet: 'West' })).toEqual({ sheet: 'West' });
  expect(readWith(OPEN, { sheet: 'East', mapping: {} }).confirmed).toEqual(FILE_CONFIRMATIONS);
  expect(readWith(OPEN, { mapping: {} }).confirmed).toEqual(FILE_CONFIRMATIONS);
});

test('names are asked about anew where other rows are read, and nothing else is', () => {
  for (const each of FILE_CONFIRMATIONS) {
    const confirmed = each === 'NAMES' ? [] : [each];
    expect(confirmedOfOtherRows([each]), each).toEqual(confirmed);
    expect(readWithParts(OPEN, [each]), each).toMatchObject({ sheet: 'East', confirmed });
  }
});

test('every question that keeps a file from being read is asked', () => {
  for (const question of FILE_QUESTIONS)
    expect(fileQuestionOf({ of: 'READ', error: questionFailure(question), file: OPEN.file, options: {} })).toEqual({
      question,
      message: 'Is it right?',
    });
  for (const other of ['HIDDEN_ROWS', 'NOBODY'])
    expect(fileQuestionOf({ of: 'READ', error: questionFailure(other), file: OPEN.file, options: {} })).toBeNull();
});
