/** Goes to an address that may be another document: the landing page is not part of this application. */
export type Navigate = (path: string) => void;

export const leaveTo: Navigate = (path) => window.location.assign(path);
