/** What a cell says, and smaller below it when. */
export function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="block">
      <span className="block">{first}</span>
      <span className="block text-sm font-normal text-muted">{second}</span>
    </span>
  );
}
