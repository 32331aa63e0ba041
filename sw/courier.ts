import { HANDOVER_PLACE, PARCEL_LIFE, type Parcel, type ParcelNote } from '#store/parcel.ts';

type Held = { readonly note: Extract<ParcelNote, { type: 'PARCEL_LEFT' }>; readonly gone: () => void };

// Memory alone: what is not taken in time, or is here when the browser ends this worker, is gone.
let held: Held | null = null;

/**
 * Carries open keys from the page that is left to the page that opens: one parcel at a time, for one taking, within
 * {@link PARCEL_LIFE}. The signer's pages get what was left for a handover, the staff pages what was left for staff.
 */
export function carry(event: ExtendableMessageEvent): void {
  const [port] = event.ports;
  if (port === undefined || !isNote(event.data)) return;
  const note = event.data;
  if (note.type === 'PARCEL_LEFT') {
    // A worker without work is ended early; this one has some until the parcel is taken, or too old.
    event.waitUntil(hold(note));
    port.postMessage(true);
  } else port.postMessage(take(note, event.source));
}

function hold(note: Held['note']): Promise<void> {
  held?.gone();
  return new Promise((resolve) => {
    const gone = () => {
      clearTimeout(timer);
      if (held === mine) held = null;
      resolve();
    };
    const timer = setTimeout(gone, PARCEL_LIFE);
    const mine: Held = { note, gone };
    held = mine;
  });
}

function take({ purpose, id }: ParcelNote, by: ExtendableMessageEvent['source']): Parcel | null {
  if (held === null || held.note.purpose !== purpose || held.note.id !== id) return null;
  const isSigners = by instanceof WindowClient && new URL(by.url).pathname === HANDOVER_PLACE;
  if (isSigners !== (purpose === 'handover')) return null;
  const { parcel } = held.note;
  held.gone();
  return parcel;
}

function isNote(data: unknown): data is ParcelNote {
  const isTyped = typeof data === 'object' && data !== null && 'type' in data;
  return isTyped && (data.type === 'PARCEL_LEFT' || data.type === 'PARCEL_ASKED');
}
