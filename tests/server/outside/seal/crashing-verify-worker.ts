// The real thread, with a way to kill it or to hang it in the middle of a file; heard before the real one.
import './crash-on-demand.ts';
import '#server/outside/seal/verify-worker.ts';
