// Dexie looks for the database once, when it is loaded: files of one worker share it, whichever of them came first.
import 'fake-indexeddb/auto';
