// Two changes of one photo: box by box, against what both began from.
import { boxesOf, emptyDocument, isBoxed, withBoxes } from "./dimensions.js";

// Sets of words, numbers and links compare by what they say, however their keys are ordered.
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => key === "ghost" || same(a[key] ?? null, b[key] ?? null));
}

// One document of both, and what collides: `replace(documents)` takes theirs instead.
export function merged(base, mine, theirs) {
  const documents = { ...theirs }, collisions = [];
  for (const dimension of Object.keys(mine)) {
    if (same(mine[dimension], base[dimension])) continue;
    if (same(theirs[dimension], base[dimension]) || same(theirs[dimension], mine[dimension])) {
      documents[dimension] = mine[dimension];
      continue;
    }
    const parts = [base, mine, theirs].map((one) => one[dimension] ?? null);
    if (isBoxed(dimension)) documents[dimension] = mergedBoxes(dimension, ...parts, collisions);
    else if (dimension === "links") documents[dimension] = mergedLinks(...parts, collisions);
    else {
      documents[dimension] = mine[dimension];
      collisions.push(whole(dimension, mine[dimension], theirs[dimension]));
    }
  }
  return { documents, collisions };
}

function whole(dimension, mine, theirs) {
  return { dimension, id: null, mine, theirs, replace: (documents) => ({ ...documents, [dimension]: theirs }) };
}

function mergedBoxes(dimension, base, mine, theirs, collisions) {
  const [was, here, there] = [base, mine, theirs].map((one) => new Map(boxesOf(dimension, one).map((box) => [box.id, box])));
  const boxes = [];
  for (const id of new Set([...there.keys(), ...here.keys()])) {
    const [old, own, other] = [was.get(id), here.get(id), there.get(id)];
    if (same(own, other) || same(own, old)) {
      if (other) boxes.push(other);
    } else if (same(other, old)) {
      if (own) boxes.push(own);
    } else {
      if (own) boxes.push(own);
      collisions.push({ dimension, id, mine: own ?? null, theirs: other ?? null, replace: (documents) => withBox(documents, dimension, id, other) });
    }
  }
  const start = base ?? emptyDocument(dimension), other = theirs ?? emptyDocument(dimension);
  const document = withBoxes(dimension, { ...other }, boxes);
  if (mine.tags) document.tags = mergedWords(start.tags ?? [], mine.tags, other.tags ?? []);
  document.labelled = mine.labelled === start.labelled ? other.labelled : mine.labelled;
  return document;
}

function withBox(documents, dimension, id, box) {
  const rest = boxesOf(dimension, documents[dimension]).filter((one) => one.id !== id);
  return { ...documents, [dimension]: withBoxes(dimension, documents[dimension], box ? [...rest, box] : rest) };
}

function mergedWords(base, mine, theirs) {
  const kept = theirs.filter((word) => mine.includes(word) || !base.includes(word));
  return [...kept, ...mine.filter((word) => !base.includes(word) && !kept.includes(word))];
}

// A bib has one face: where both gave it another one, somebody must say which.
function mergedLinks(base, mine, theirs, collisions) {
  const [was, here, there] = [base, mine, theirs].map((one) => new Map((one ?? { pairs: [] }).pairs));
  const pairs = new Map();
  for (const bib of new Set([...there.keys(), ...here.keys()])) {
    const [old, own, other] = [was.get(bib), here.get(bib), there.get(bib)];
    const taken = own === other || own === old ? other : own;
    if (taken !== undefined) pairs.set(bib, taken);
    if (own !== other && own !== old && other !== old) {
      collisions.push({
        dimension: "links", id: bib, mine: own ?? null, theirs: other ?? null,
        replace: (documents) => {
          const rest = documents.links.pairs.filter(([one]) => one !== bib);
          return { ...documents, links: { ...documents.links, pairs: other === undefined ? rest : [...rest, [bib, other]] } };
        },
      });
    }
  }
  const start = base ?? emptyDocument("links"), other = theirs ?? emptyDocument("links");
  return { ...other, pairs: [...pairs], labelled: mine.labelled === start.labelled ? other.labelled : mine.labelled };
}
