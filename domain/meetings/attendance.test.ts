import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import {
  attendances,
  chooseFines,
  countMarks,
  isThere,
  type Mark,
  proposeFines,
  quorumOf,
  type RollRow,
  type SentMark,
  sortMarks,
} from "./attendance.ts";
import { parseFraction, peopleNeeded } from "./quorum.ts";

const attendance = fc.constantFrom(...attendances);
const mark: fc.Arbitrary<Mark> = fc.option(attendance);
const roll: fc.Arbitrary<RollRow[]> = fc
  .array(
    fc.record({
      mark,
      hasFine: fc.boolean(),
      isExcepted: fc.boolean(),
      mayBeFined: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((rows) => rows.map((row, index) => ({ ...row, memberId: index + 1, name: `M${index}` })));
const fines = fc.record({
  late: fc.bigInt({ min: 0n, max: 100_000n }),
  absent: fc.bigInt({ min: 0n, max: 100_000n }),
  apology: fc.bigInt({ min: 0n, max: 100_000n }),
});
/** At most one mark for each on the roll. */
const evening = roll.chain((rows) =>
  fc.tuple(
    fc.constant(rows),
    fc
      .array(fc.record({ index: fc.nat(29), mark: attendance, was: mark }), { maxLength: 30 })
      .map((sent) =>
        sent
          .filter(
            ({ index }, at) =>
              index < rows.length && sent.findIndex((each) => each.index === index) === at,
          )
          .map((each): SentMark => ({ ...each, memberId: each.index + 1 })),
      ),
  ),
);

const needed = (rule: string, people: number) =>
  peopleNeeded(parseFraction(rule) ?? { n: 1, d: 1 }, people);

test("a quorum is that part of the roll, rounded up", () => {
  expect([needed("1/2", 15), needed("1/2", 16), needed("2/3", 15), needed("1/1", 15)]).toEqual([
    8, 8, 10, 15,
  ]);
  for (const text of ["0/2", "3/2", "1/101", "1", "1/2/3", " 1/2", "-1/2", "1.5/2", "01/2"])
    expect(parseFraction(text)).toBeNull();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      fc.nat(500),
      (one, other, people) => {
        const [n, d] = [Math.min(one, other), Math.max(one, other)];
        const least = peopleNeeded({ n, d }, people);
        expect(least * d).toBeGreaterThanOrEqual(n * people);
        expect((least - 1) * d).toBeLessThan(n * people);
      },
    ),
  );
});

test("whoever came late is there, and whoever apologised is not", () => {
  fc.assert(
    fc.property(roll, (rows) => {
      const counts = countMarks(rows);
      const { there, needed, reached } = quorumOf("1/2", counts);
      expect(there).toBe(rows.filter(({ mark: each }) => isThere(each)).length);
      expect(needed).toBe(Math.ceil(rows.length / 2));
      expect(reached).toBe(2 * there >= rows.length);
    }),
  );
});

test("a mark is never lost: it is written, it stands there already, or it comes back", () => {
  fc.assert(
    fc.property(evening, ([rows, sent]) => {
      const sorted = sortMarks(rows, sent);
      const rowOf = ({ memberId }: SentMark) => rows[memberId - 1];
      const overwrites = (each: SentMark) =>
        rowOf(each)?.mark !== each.mark && rowOf(each)?.mark === each.was;
      const isRefused = sent.some((each) => overwrites(each) && rowOf(each)?.hasFine);
      expect(sorted instanceof Refusal ? sorted.code : null).toBe(
        isRefused ? "mark-bears-fine" : null,
      );
      const { written, conflicts } =
        sorted instanceof Refusal ? { written: [], conflicts: [] } : sorted;
      const expected = isRefused ? [] : sent.filter((each) => rowOf(each)?.mark !== each.mark);
      expect(written).toEqual(expected.filter(overwrites));
      expect(conflicts).toEqual(expected.filter((each) => !overwrites(each)));
    }),
  );
});

test("two phones that send the same marks find no conflict, and others find each of them", () => {
  fc.assert(
    fc.property(evening, ([rows, sent]) => {
      const free = rows.map((row) => ({ ...row, hasFine: false }));
      const fresh = sent.map((each) => ({ ...each, was: free[each.memberId - 1]?.mark ?? null }));
      const after = free.map((row) => ({
        ...row,
        mark: fresh.find(({ memberId }) => memberId === row.memberId)?.mark ?? row.mark,
      }));
      expect(sortMarks(after, fresh)).toEqual({ written: [], conflicts: [] });
      const other = fresh
        .filter((each) => each.mark !== "late" && each.mark !== each.was)
        .map((each) => ({ ...each, mark: "late" as const }))
        .filter((each) => each.was !== "late");
      expect(sortMarks(after, other)).toEqual({ written: [], conflicts: other });
    }),
  );
});

test("nothing of a list counts with somebody off the roll, marked twice or fined for the mark", () => {
  const rows: RollRow[] = [
    {
      memberId: 1,
      name: "Jane Doe",
      mark: "late",
      hasFine: true,
      isExcepted: false,
      mayBeFined: true,
    },
    { memberId: 2, name: "John", mark: null, hasFine: false, isExcepted: false, mayBeFined: true },
  ];
  const john = { memberId: 2, mark: "present", was: null } as const;
  const codeOf = (sent: SentMark[]) => {
    const sorted = sortMarks(rows, sent);
    return sorted instanceof Refusal ? sorted.code : null;
  };
  expect(codeOf([john, { ...john, memberId: 3 }])).toBe("mark-off-roll");
  expect(codeOf([john, john])).toBe("marked-twice");
  expect(codeOf([john, { memberId: 1, mark: "present", was: "late" }])).toBe("mark-bears-fine");
  // A phone that saw another mark is shown it, and the same mark is none that changes.
  expect(codeOf([john, { memberId: 1, mark: "present", was: null }])).toBeNull();
  expect(codeOf([john, { memberId: 1, mark: "late", was: null }])).toBeNull();
});

test("nobody has two fines of a meeting, and an exception is for good", () => {
  fc.assert(
    fc.property(roll, fines, fc.array(fc.nat(29)), (rows, amounts, excepted) => {
      const proposed = proposeFines(rows, amounts);
      for (const { memberId, mark: of, cents } of proposed) {
        const row = rows[memberId - 1];
        expect(row).toMatchObject({
          mark: of,
          hasFine: false,
          isExcepted: false,
          mayBeFined: true,
        });
        expect([cents, cents > 0n]).toEqual([amounts[of], true]);
      }
      if (proposed.length === 0) return;
      const except = [...new Set(excepted)].flatMap((index) => proposed[index]?.memberId ?? []);
      const seen = proposed
        .filter(({ memberId }) => !except.includes(memberId))
        .reduce((sum, { cents }) => sum + cents, 0n);
      const chosen = chooseFines(proposed, { except, totalSeenCents: seen });
      if (chosen instanceof Refusal) throw chosen;
      expect([...chosen.charged, ...chosen.waived].length).toBe(proposed.length);
      const after = rows.map((row) => ({
        ...row,
        hasFine: row.hasFine || chosen.charged.some(({ memberId }) => memberId === row.memberId),
        isExcepted:
          row.isExcepted || chosen.waived.some(({ memberId }) => memberId === row.memberId),
      }));
      expect(proposeFines(after, amounts)).toEqual([]);
      for (const wrong of [
        { except, totalSeenCents: seen + 1n },
        { except: [...except, 999], totalSeenCents: seen },
      ])
        expect(chooseFines(proposed, wrong)).toMatchObject({ code: "figures-changed" });
    }),
  );
  expect(chooseFines([], { except: [], totalSeenCents: 0n })).toMatchObject({
    code: "no-meeting-fine-left",
  });
});
