// The group's own list of usual fines (PAY-30).
export const usualFinesMost = 20;
