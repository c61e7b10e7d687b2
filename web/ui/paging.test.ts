import { expect, it } from "vitest";
import { pagesAround } from "./paging.tsx";

it("shows every page when there are few", () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
  expect(pagesAround(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

it("shows the first, the last and the neighbours, with gaps between", () => {
  expect(pagesAround(5, 10)).toEqual([1, null, 4, 5, 6, null, 10]);
  expect(pagesAround(1, 10)).toEqual([1, 2, null, 10]);
});
