/** The largest width of a bold figure, in its own font size: digits are wider than separators. */
export function lengthOfFigure(figure: string): number {
  const digits = figure.replace(/\D/g, "").length;
  return digits * 0.7 + (figure.length - digits) * 0.42;
}
