import { Button } from '@mantine/core';
import { useRef, type PointerEvent } from 'react';
import type { StrokePoint, Strokes } from '#domain/signature.ts';
import { INK_HEIGHT, INK_WIDTH, inkStart } from '#src/ui/ink-path.ts';
import { InkLine } from '#src/ui/Ink.tsx';
import styles from './cases.module.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly ink: Strokes;
  readonly onInk: (ink: Strokes) => void;
  /** Called at pen-up and after a line was removed, with all the ink drawn so far. */
  readonly onDone: (ink: Strokes) => void;
  readonly error?: string | undefined;
};

/**
 * A box to sign in with pen, finger or mouse, three times as wide as high. The ink is stored as points of 0 to 1 and drawn as a
 * vector, so that it survives rotation of the tablet.
 */
export function SignaturePad({ id, label, ink, onInk, onDone, error }: Props) {
  const drawing = useRef<{ pointerId: number; strokes: Strokes } | null>(null);
  const startedAt = useRef<number | null>(null);
  const pointOf = (event: { clientX: number; clientY: number; timeStamp: number }, box: DOMRect): StrokePoint => ({
    x: unit((event.clientX - box.left) / box.width),
    y: unit((event.clientY - box.top) / box.height),
    t: Math.max(0, Math.round(event.timeStamp - (startedAt.current ?? event.timeStamp))),
  });
  const down = (event: PointerEvent<SVGSVGElement>) => {
    // One pen at a time: a resting hand draws nothing.
    if (drawing.current !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (ink.length === 0 || startedAt.current === null) startedAt.current = inkStart(ink, event.timeStamp);
    drawing.current = { pointerId: event.pointerId, strokes: [...ink, [pointOf(event, boxOf(event))]] };
    onInk(drawing.current.strokes);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const now = drawing.current;
    if (now === null || now.pointerId !== event.pointerId) return;
    const box = boxOf(event);
    const between = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (between.length > 0 ? between : [event]).map((each) => pointOf(each, box));
    const last = now.strokes.at(-1) ?? [];
    now.strokes = [...now.strokes.slice(0, -1), [...last, ...points]];
    onInk(now.strokes);
  };
  const take = (left: Strokes) => {
    onInk(left);
    onDone(left);
  };
  const up = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current?.pointerId !== event.pointerId) return;
    const { strokes } = drawing.current;
    drawing.current = null;
    onDone(strokes);
  };
  return (
    <div className={styles.tight} role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
      <p id={`${id}-label`}>
        <strong>{label}</strong>
      </p>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <svg
        className={styles.pad}
        data-error={error === undefined ? undefined : true}
        viewBox={`0 0 ${INK_WIDTH} ${INK_HEIGHT}`}
        role="img"
        aria-label={ink.length === 0 ? 'Signature box, empty' : 'Signature box, with your signature'}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      >
        <InkLine strokes={ink} />
      </svg>
      <div className={styles.buttons}>
        <Button variant="subtle" disabled={ink.length === 0} onClick={() => take(ink.slice(0, -1))}>
          Undo
        </Button>
        <Button variant="subtle" disabled={ink.length === 0} onClick={() => take([])}>
          Clear
        </Button>
      </div>
    </div>
  );
}

function boxOf(event: PointerEvent<SVGSVGElement>): DOMRect {
  return event.currentTarget.getBoundingClientRect();
}

function unit(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}
