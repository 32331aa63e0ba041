import { accounts } from './accounts.ts';
import { consents } from './consents.ts';
import type { AnswerOf, InputOf, OutputOf, ParsedOf } from './define.ts';
import { library } from './library.ts';
import { patients } from './patients.ts';
import { records } from './records.ts';
import { reference } from './reference.ts';
import { signing } from './signing.ts';

/** The whole contract: every call that is served, and nothing else is. */
export const calls = { ...accounts, ...patients, ...consents, ...signing, ...records, ...library, ...reference } as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Calls that may be made offline; queueing any other does not compile. */
export type QueuedCall = { [K in CallName]: Calls[K]['offline'] extends 'queue' ? K : never }[CallName];

export type Input<K extends CallName> = InputOf<Calls[K]>;
export type Parsed<K extends CallName> = ParsedOf<Calls[K]>;
export type Answer<K extends CallName> = AnswerOf<Calls[K]>;
export type Output<K extends CallName> = OutputOf<Calls[K]>;
