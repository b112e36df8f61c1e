// Runs in the page: reads back each painted frame and holds its outline against its own pixels.
//
// Around a version 1 symbol an edge is dark 2 pixels inside and light 2 pixels outside, at the finder patterns. The same is
// asked of the frame before's outline: that it is mostly wrong shows that the question can be answered wrongly.

const near = 2;
window.seen = { frames: 0, outlined: 0, bad: [], olderFits: 0, older: 0, longestWrong: 0, slowest: 0 };

function corners(path) {
  return path.getAttribute("d").slice(1, -1).split("L").map(pair => pair.split(",").map(Number));
}

/** Pairs of points, inside and outside of an edge. */
function probes([a, b, c, d]) {
  const pairs = [];
  // From a corner along one side, 3.5 modules of 21; the third is the other side's direction.
  for (const [from, along, across] of [[a, b, d], [a, d, b], [b, a, c], [b, c, a], [d, c, a], [d, a, c]]) {
    const at = [0, 1].map(axis => from[axis] + (along[axis] - from[axis]) * 3.5 / 21);
    const inwards = [0, 1].map(axis => across[axis] - from[axis]), length = Math.hypot(...inwards);
    const side = [0, 1].map(axis => along[axis] - from[axis]);
    // Across the edge, not along the other side, which a stretched view slants.
    const normal = [-side[1], side[0]], size = Math.hypot(...normal);
    const sign = Math.sign(normal[0] * inwards[0] + normal[1] * inwards[1]) / size;
    if (length > 0) pairs.push([1, -1].map(way => [0, 1].map(axis => at[axis] + way * near * sign * normal[axis])));
  }
  return pairs;
}

/** How many of the pairs that are in view are not dark inside and light outside. */
function misses(outline, pixels, scale) {
  const value = ([x, y]) => {
    const [column, row] = [Math.round(x * scale), Math.round(y * scale)];
    if (column < 0 || row < 0 || column >= pixels.width || row >= pixels.height) return null;
    return pixels.data[4 * (row * pixels.width + column)];
  };
  return probes(outline).filter(([inside, outside]) => {
    const [dark, light] = [value(inside), value(outside)];
    return dark !== null && light !== null && dark + 60 > light;
  }).length;
}

/** Looks at one camera's frame if it is another one than at the last look, of which `last` tells. */
function look(element, last) {
  const canvas = element.querySelector("canvas"), frame = element.dataset.frame;
  if (!frame || frame === last.frame || canvas.width === 0) return;
  last.frame = frame;
  seen.frames += 1;
  const captured = Number(element.dataset.captured);
  if (last.captured) seen.slowest = Math.max(seen.slowest, captured - last.captured);
  last.captured = captured;
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const scale = canvas.width / canvas.clientWidth;
  const outlines = [...element.querySelectorAll(".codes path:not(.held)")].map(corners);
  const wrong = outlines.map(outline => misses(outline, pixels, scale)).filter(count => count > 0);
  if (outlines.length > 0) seen.outlined += 1;
  if (wrong.length > 0) seen.bad.push([frame, ...wrong]);
  if (last.outline && outlines.length > 0) {
    seen.older += 1;
    if (misses(last.outline, pixels, scale) === 0) seen.olderFits += 1;
  }
  // Also held ones: how long something is outlined that is not there.
  const all = [...element.querySelectorAll(".codes path")].map(corners);
  const isGone = all.length > 0 && all.every(outline => misses(outline, pixels, scale) >= 4);
  if (!isGone) last.wrongSince = null;
  else {
    last.wrongSince ??= captured;
    seen.longestWrong = Math.max(seen.longestWrong, captured - last.wrongSince);
  }
  last.outline = outlines[0];
}

const lasts = new Map([...document.querySelectorAll(".camera")].map(element => [element, {}]));
(function lookAtAll() {
  requestAnimationFrame(lookAtAll);
  for (const [element, last] of lasts) look(element, last);
})();
