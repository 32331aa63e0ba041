declare module 'react-signature-canvas' {
  import type { CanvasHTMLAttributes, Component } from 'react';

  type PadPoint = { x: number; y: number; time: number; color?: string };
  type Props = {
    penColor?: string;
    minWidth?: number;
    maxWidth?: number;
    minDistance?: number;
    throttle?: number;
    onBegin?: () => void;
    onEnd?: () => void;
    clearOnResize?: boolean;
    canvasProps?: CanvasHTMLAttributes<HTMLCanvasElement>;
  };
  class SignatureCanvas extends Component<Props> {
    clear(): void;
    on(): void;
    off(): void;
    toData(): PadPoint[][];
    fromData(groups: PadPoint[][]): void;
    getCanvas(): HTMLCanvasElement;
  }
  // A UMD bundle: some builders hand over its exports, others its default.
  const exported: typeof SignatureCanvas | { default: typeof SignatureCanvas };
  export type { SignatureCanvas };
  export default exported;
}
