/** The longer side of a picture that is sent, in picture elements, and of one of many [choice]: the code of a page is read well from it. */
const LONGEST = 3000;
const LONGEST_OF_MANY = 2200;
/** From here on pages are many: together they stay below the largest upload [choice]. */
const MANY = 6;
const SENT_QUALITY = 0.85;

/**
 * A picture from a camera, made smaller before it is sent over a ward's network: as a JPEG without place or time. Any other file, and a
 * picture that this browser cannot read, is sent as it is: the server says what is wrong with it.
 *
 * @param pages - how many are sent together
 */
export async function smallerPicture(file: File, pages: number): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return file;
  try {
    const longest = pages < MANY ? LONGEST : LONGEST_OF_MANY;
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (context === null) return file;
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', SENT_QUALITY));
  } finally {
    picture.close();
  }
}
