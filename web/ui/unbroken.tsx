import type { ReactNode } from "react";

/** A sentence whose amounts never break over two lines. A no-break space would be another character to whoever copies it. */
export function unbroken(sentence: ReactNode): ReactNode {
  if (typeof sentence !== "string") return sentence;
  return sentence.split(/(KES [\d,.]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence keep their places.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
