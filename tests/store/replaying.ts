// The name under which the server's tests import it.
export { senderOf, type Sender } from './sender-setup.ts';
