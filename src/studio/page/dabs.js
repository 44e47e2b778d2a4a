// Where the brush touches the picture between two pixels, the first left out; the same rule as
// src/annotators/traces/dabs.py, in whole numbers, so that both give the same mask.
export function dabsBetween(r0, c0, r1, c1, radius) {
  const down = r1 - r0, right = c1 - c0;
  const n = dabCount(Math.abs(down), Math.abs(right), radius);
  const at = (way, k) => Math.floor((2 * way * k + n) / (2 * n));
  return Array.from({ length: n }, (_, i) => [r0 + at(down, i + 1), c0 + at(right, i + 1)]);
}

// The smallest number of steps of at most half a radius, or of one neighbour to the next.
function dabCount(down, right, radius) {
  const most = Math.max(8, radius * radius);
  const fits = (n) => 4 * (Math.ceil(down / n) ** 2 + Math.ceil(right / n) ** 2) <= most;
  let low = 1, high = Math.max(down, right, 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle; else low = middle + 1;
  }
  return low;
}
