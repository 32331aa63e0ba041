// The real thread, with a way to kill it or to hang it in the middle of a file; its listener is the first.
import './crash-on-demand.ts';
import '#server/outside/scan/scan-worker.ts';
