// The tree of RFC 6962 (2.1) over the log: a few hashes prove one entry, or that a later log begins with an earlier
// one. Pure computation: the caller passes SHA-256.
export type Hash = (data: Uint8Array) => Uint8Array;

/** The leaves from `start` up to but without `end`. */
export type Range = { start: number; end: number };

/** A complete subtree: 2^level leaves, the `position`-th of that size. Level 0 is the leaves. */
export type Slot = { level: number; position: number };
export type TreeNode = Slot & { hash: Uint8Array };

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function hashLeaf(hash: Hash, data: Uint8Array): Uint8Array {
  return hash(join([LEAF, data]));
}

/** Concatenates the bytes. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function hashNode(hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash(join([NODE, left, right]));
}

/** The complete subtrees of a range, from the left. A range of a tree begins where a subtree of its size begins. */
export function slotsOf({ start, end }: Range): Slot[] {
  const slots: Slot[] = [];
  for (let at = start; at < end;) {
    const size = largestPowerUpTo(end - at);
    slots.push({ level: Math.log2(size), position: at / size });
    at += size;
  }
  return slots;
}

/** The hash of a range from the hashes of its `slotsOf`, at least one. */
export function foldSlots(hash: Hash, hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => hashNode(hash, left, right));
}

/** The ranges whose hashes prove the leaf at `position` in the tree of `size` leaves, from the leaf upwards. */
export function inclusionRanges(position: number, size: number): Range[] {
  return pathTo(position, { start: 0, end: size });
}

function pathTo(position: number, { start, end }: Range): Range[] {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return position < middle
    ? [...pathTo(position, { start, end: middle }), { start: middle, end }]
    : [...pathTo(position, { start: middle, end }), { start, end: middle }];
}

/** The root that a leaf at `position` leads to; null if the path does not fit the tree's size. */
export function rootByInclusion(
  hash: Hash,
  proof: { leaf: Uint8Array; position: number; size: number; path: readonly Uint8Array[] },
): Uint8Array | null {
  const { leaf, position, size, path } = proof;
  if (!isIndexIn(position, size)) return null;
  if (size === 1) return path.length === 0 ? leaf : null;
  const last = path.at(-1);
  if (last === undefined) return null;
  const middle = splitOf(size);
  const isLeft = position < middle;
  const below = rootByInclusion(hash, {
    leaf,
    position: isLeft ? position : position - middle,
    size: isLeft ? middle : size - middle,
    path: path.slice(0, -1),
  });
  if (below === null) return null;
  return isLeft ? hashNode(hash, below, last) : hashNode(hash, last, below);
}

/** The ranges whose hashes prove that the tree of `to` leaves begins with the one of `from` leaves; 0 < from <= to. */
export function consistencyRanges(from: number, to: number): Range[] {
  return stepsBetween(from, { start: 0, end: to }, true);
}

function stepsBetween(from: number, { start, end }: Range, isKnown: boolean): Range[] {
  if (from === end) return isKnown ? [] : [{ start, end }];
  const middle = start + splitOf(end - start);
  return from <= middle
    ? [...stepsBetween(from, { start, end: middle }, isKnown), { start: middle, end }]
    : [...stepsBetween(from, { start: middle, end }, false), { start, end: middle }];
}

/** Whether `path` shows that the tree of `to` leaves and root `toRoot` begins with that of `from` leaves and `fromRoot`. */
export function isConsistent(
  hash: Hash,
  proof: {
    from: number;
    to: number;
    fromRoot: Uint8Array;
    toRoot: Uint8Array;
    path: readonly Uint8Array[];
  },
): boolean {
  const { from, to, fromRoot, toRoot, path } = proof;
  if (!isIndexIn(from - 1, to)) return false;
  const roots = rootsBy(hash, { from, to, path, known: fromRoot });
  return roots !== null && isSame(roots.early, fromRoot) && isSame(roots.late, toRoot);
}

type Steps = { from: number; to: number; path: readonly Uint8Array[]; known: Uint8Array | null };
type Roots = { early: Uint8Array; late: Uint8Array };

function rootsBy(hash: Hash, { from, to, path, known }: Steps): Roots | null {
  const last = path.at(-1);
  if (from === to) {
    if (path.length !== (known === null ? 1 : 0)) return null;
    const root = known ?? last;
    return root === undefined ? null : { early: root, late: root };
  }
  if (last === undefined) return null;
  const middle = splitOf(to);
  const rest = path.slice(0, -1);
  if (from <= middle) {
    const below = rootsBy(hash, { from, to: middle, path: rest, known });
    return below && { early: below.early, late: hashNode(hash, below.late, last) };
  }
  const below = rootsBy(hash, { from: from - middle, to: to - middle, path: rest, known: null });
  return (
    below && {
      early: hashNode(hash, last, below.early),
      late: hashNode(hash, last, below.late),
    }
  );
}

/**
 * The complete subtrees that appear when leaves are added. `edge` are the hashes of `slotsOf` the tree so far, which
 * has `size` leaves.
 */
export function growTree(
  hash: Hash,
  params: { size: number; edge: readonly Uint8Array[]; leaves: readonly Uint8Array[] },
): TreeNode[] {
  const open: TreeNode[] = slotsOf({ start: 0, end: params.size }).map((slot, index) => {
    const known = params.edge[index];
    if (known === undefined) throw new Error("the tree's edge is not whole");
    return { ...slot, hash: known };
  });
  const grown: TreeNode[] = [];
  for (const [index, leaf] of params.leaves.entries()) {
    let node: TreeNode = { level: 0, position: params.size + index, hash: leaf };
    grown.push(node);
    while (node.position % 2 === 1) {
      const left = open.pop();
      if (left?.level !== node.level) throw new Error("the tree's edge is not that of its size");
      node = {
        level: node.level + 1,
        position: (node.position - 1) / 2,
        hash: hashNode(hash, left.hash, node.hash),
      };
      grown.push(node);
    }
    open.push(node);
  }
  return grown;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function isIndexIn(position: number, size: number): boolean {
  return (
    Number.isSafeInteger(size) && Number.isSafeInteger(position) && position >= 0 && position < size
  );
}

/** How many leaves are left of the root: the largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  return largestPowerUpTo(size - 1);
}

function largestPowerUpTo(count: number): number {
  let power = 1;
  while (power * 2 <= count) power *= 2;
  return power;
}

// What the leaves of the log commit to (docs/decisions/012-proofs.md): an audit entry by its seal, and a journal
// entry by its parts, each hidden behind its own salt until somebody shows it.

const AUDIT = Uint8Array.of(0x41);
const JOURNAL = Uint8Array.of(0x4a);

/** `seal` is the hash of the entry's seal in the audit chain. */
export function auditLeaf(hash: Hash, seal: Uint8Array): Uint8Array {
  return hashLeaf(hash, join([AUDIT, seal]));
}

/** `parts` are the hashes of the entry itself and of each of its lines, in this order. */
export function journalLeaf(hash: Hash, parts: readonly Uint8Array[]): Uint8Array {
  return hashLeaf(hash, join([JOURNAL, ...parts]));
}

/** The salt of one part; it reveals nothing of the entry's other salts. Part 0 is the entry, then its lines. */
export function partSalt(hash: Hash, entrySalt: Uint8Array, part: number): Uint8Array {
  const number = Uint8Array.of(part >>> 24, (part >>> 16) & 255, (part >>> 8) & 255, part & 255);
  return hash(join([entrySalt, number]));
}

/** `text` is the canonical text in UTF-8. */
export function hashPart(hash: Hash, salt: Uint8Array, text: Uint8Array): Uint8Array {
  return hash(join([salt, text]));
}
