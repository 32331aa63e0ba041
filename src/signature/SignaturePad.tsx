import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import exported, { type SignatureCanvas } from 'react-signature-canvas';
import type { Strokes } from '#domain/signing/signature.ts';
import { inkStart, padPointsOf, strokesOf } from './pad-points.ts';

const Canvas = 'default' in exported ? exported.default : exported;

/** Reads the ink at the moment of sending, including a line still being drawn. */
export type SignaturePadHandle = { strokes: () => Strokes };

type Props = {
  readonly label: string;
  /** Ink drawn when the pad appears, and whenever it differs from what was drawn: after undo, clear or a restored draft. */
  readonly ink: Strokes;
  /** Called at each pen-up with all the ink drawn so far. */
  readonly onInk: (ink: Strokes) => void;
  /** Called at pen-down. */
  readonly onBegin?: () => void;
  readonly handle: Ref<SignaturePadHandle>;
  readonly className?: string | undefined;
};

/**
 * The signature pad of the signer's page and of the staff app: a canvas to sign on with pen, finger or mouse. The page owns the
 * ink, not the canvas: after turning the tablet, zooming, a soft keyboard or a change of page it is redrawn from its points.
 */
export function SignaturePad({ label, ink, onInk, onBegin, handle, className }: Props) {
  const pad = useRef<SignatureCanvas>(null);
  // Ink on the canvas; the page's ink is redrawn only when it differs.
  const shown = useRef<Strokes>(ink);
  const startedAt = useRef(inkStart(ink, Date.now()));
  const size = useRef({ width: 0, height: 0, ratio: 1 });
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
    const ratio = pixelRatio();
    size.current = { width, height, ratio };
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.getContext('2d')?.scale(ratio, ratio);
    current.clear();
    // Ink restored from a draft may be longer than this pad is old; what is drawn next may not lie before it.
    startedAt.current = Math.min(startedAt.current, inkStart(strokes, Date.now()));
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
      const { width, height, ratio } = size.current;
      if (canvas.clientWidth !== width || canvas.clientHeight !== height || pixelRatio() !== ratio) redraw();
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(canvas);
    // Zooming may change the pixel ratio alone.
    addEventListener('resize', onResize);
    const stopColours = onColourScheme(() => {
      setColour(inkColour());
      redraw();
    });
    return () => {
      observer.disconnect();
      removeEventListener('resize', onResize);
      stopColours();
    };
  }, []);

  return (
    <Canvas
      ref={pad}
      clearOnResize={false}
      penColor={colour}
      {...(onBegin === undefined ? {} : { onBegin })}
      onEnd={commit}
      minWidth={1}
      maxWidth={3.2}
      minDistance={2}
      throttle={0}
      canvasProps={{ className, role: 'img', 'aria-label': label, onTouchCancel: commit }}
    />
  );
}

function pixelRatio(): number {
  return Math.max(devicePixelRatio, 1);
}

function inkColour(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
}

/** Reports changes of the device's colour scheme (signer's page) and of the one set on the root element (staff app). */
function onColourScheme(listener: () => void): () => void {
  const night = matchMedia('(prefers-color-scheme: dark)');
  night.addEventListener('change', listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => {
    night.removeEventListener('change', listener);
    observer.disconnect();
  };
}
