import { useCallback, type ComponentProps } from 'react';

type Props = Omit<ComponentProps<'img'>, 'src' | 'ref' | 'alt'> & { readonly file: Blob; readonly alt: string };

/** A picture whose bytes an answer held: its address ends with it. */
export function FilePicture({ file, alt, ...image }: Props) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img {...image} ref={show} alt={alt} />;
}
