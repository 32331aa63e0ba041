import type { Handlers } from '../http/serve.ts';
import { accounts } from './accounts.ts';
import { consents } from './consents.ts';
import { library } from './library.ts';
import { patients } from './patients.ts';
import { records } from './records.ts';
import { reference } from './reference.ts';
import { signing } from './signing.ts';

/** Every call of the contract and the function that answers it; a missing one does not compile. */
export const handlers: Handlers = { ...accounts, ...patients, ...consents, ...signing, ...records, ...library, ...reference };
