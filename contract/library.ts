import { Procedure } from '#domain/procedure.ts';
import { PROCEDURE_STATUSES } from '#domain/states.ts';
import { Template } from '#domain/template.ts';
import { Uuid } from '#domain/text.ts';
import * as v from 'valibot';
import { get } from './define.ts';
import { DataOf } from './shapes.ts';
import { ListOf, PageFields, Search, StatusFilter } from './list-shapes.ts';

export const library = {
  procedureGet: get('procedure/get', {
    access: ['consents.read'],
    summary: 'The procedures of the library.',
    input: v.strictObject({ ...PageFields, search: Search, status: StatusFilter(PROCEDURE_STATUSES) }),
    output: ListOf(Procedure),
    offline: 'cached',
  }),
  procedureGetDetails: get('procedure/get/details', {
    access: ['consents.read'],
    summary: 'One procedure.',
    input: v.strictObject({ id: Uuid }),
    output: DataOf(Procedure),
    offline: 'cached',
  }),
  templatesGet: get('templates/get', {
    access: ['consents.read'],
    summary: 'The form templates; the search matches name and form type.',
    input: v.strictObject({ ...PageFields, search: Search }),
    output: ListOf(Template),
    offline: 'cached',
  }),
};
