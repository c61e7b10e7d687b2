/** Where a sentence waits in session storage for the next page's toaster. Apart, so that a page without React can look. */
export const passedToastKey = "akiba.toast";
