// The auditor's seat (MEM-40).
/** The longest that it lasts; the shortest is a day. */
export const auditorDaysMost = 90;
