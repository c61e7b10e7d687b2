// Where photos are read: the path in a user's `photo`.
const FOLDER = "/media/photos";

export const photoRoute = `${FOLDER}/:name`;

export function photoAddress(name: string): string {
  return `${FOLDER}/${name}`;
}
