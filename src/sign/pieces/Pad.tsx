import type { Strokes } from '#domain/signature.ts';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import exported, { type SignatureCanvas } from 'react-signature-canvas';
import { lengthOf, padPointsOf, strokesOf } from '#src/sign/ink.ts';

const Canvas = 'default' in exported ? exported.default : exported;

/** Lets the page read the ink at the moment of sending, including a line still being drawn. */
export type PadHandle = { strokes: () => Strokes };

export type PadProps = {
  readonly id: string;
  readonly label: string;
  /** Ink drawn when the pad appears, and after undo or clear. */
  readonly ink: Strokes;
  readonly onInk: (ink: Strokes) => void;
  readonly handle: Ref<PadHandle>;
};

/**
 * The signature pad, three times as wide as high. The page owns the ink, not the canvas: after turning the tablet, a
 * soft keyboard or a change of page it is redrawn from its points.
 */
export function Pad({ id, label, ink, onInk, handle }: PadProps) {
  const pad = useRef<SignatureCanvas>(null);
  // Ink on the canvas; the page's ink is redrawn only when it differs.
  const shown = useRef<Strokes>(ink);
  const startedAt = useRef(Date.now() - lengthOf(ink));
  const size = useRef({ width: 0, height: 0 });
  const [colour, setColour] = useState(inkColour);

  const read = (): Strokes => {
    const groups = pad.current?.toData() ?? [];
    startedAt.current = groups[0]?.[0]?.time ?? Date.now();
    return size.current.width === 0 ? shown.current : strokesOf(groups, size.current);
  };
  const draw = (strokes: Strokes) => {
    const current = pad.current;
    if (current === null) return;
    const canvas = current.getCanvas();
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return;
    const ratio = Math.max(devicePixelRatio, 1);
    size.current = { width, height };
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.getContext('2d')?.scale(ratio, ratio);
    current.clear();
    current.fromData(padPointsOf(strokes, { width, height, color: inkColour(), startedAt: startedAt.current }));
    shown.current = strokes;
  };
  const commit = () => {
    shown.current = read();
    onInk(shown.current);
  };
  useImperativeHandle(handle, () => ({ strokes: read }));

  useEffect(() => {
    if (ink !== shown.current) draw(ink);
  }, [ink]);
  useEffect(() => {
    const canvas = pad.current?.getCanvas();
    if (canvas === undefined) return undefined;
    const redraw = () => draw(size.current.width === 0 ? shown.current : read());
    const onResize = () => {
      const { width, height } = size.current;
      if (canvas.clientWidth !== width || canvas.clientHeight !== height) redraw();
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(canvas);
    const night = matchMedia('(prefers-color-scheme: dark)');
    const onNight = () => {
      setColour(inkColour());
      redraw();
    };
    night.addEventListener('change', onNight);
    return () => {
      observer.disconnect();
      night.removeEventListener('change', onNight);
    };
  }, []);

  return (
    <div className="pad" id={id} tabIndex={-1} role="group" aria-label={label}>
      <Canvas
        ref={pad}
        clearOnResize={false}
        penColor={colour}
        onEnd={commit}
        minWidth={1}
        maxWidth={3.2}
        minDistance={2}
        throttle={0}
        canvasProps={{ role: 'img', 'aria-label': label, onTouchCancel: commit }}
      />
    </div>
  );
}

function inkColour(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
}
