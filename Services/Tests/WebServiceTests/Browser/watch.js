// Runs in the page: reads back each painted frame and holds its outline against its own pixels.
//
// Around a version 1 symbol an edge is dark 3 pixels inside and light 3 pixels outside, at the finder patterns. The same is
// asked of the frame before's outline: that it is mostly wrong shows that the question can be answered wrongly.

const element = document.querySelector(".camera"), canvas = element.querySelector("canvas");
const near = 3;
window.seen = { frames: 0, outlined: 0, bad: [], olderFits: 0, older: 0, longestWrong: 0, lastFrame: "", slowest: 0 };
let before = null, wrongSince = null, capturedBefore = null;

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

function look() {
  requestAnimationFrame(look);
  const frame = element.dataset.frame;
  if (frame === seen.lastFrame || canvas.width === 0) return;
  seen.lastFrame = frame;
  seen.frames += 1;
  const captured = Number(element.dataset.captured);
  if (capturedBefore) seen.slowest = Math.max(seen.slowest, captured - capturedBefore);
  capturedBefore = captured;
  const paths = [...element.querySelectorAll(".codes path:not(.held)")];
  const all = element.querySelectorAll(".codes path").length;
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const scale = canvas.width / canvas.clientWidth;
  const outlines = paths.map(corners);
  const wrong = outlines.map(outline => misses(outline, pixels, scale)).filter(count => count > 0);
  if (outlines.length > 0) seen.outlined += 1;
  if (wrong.length > 0) seen.bad.push([frame, ...wrong]);
  if (before && outlines.length > 0 && before.look === look.name) {
    seen.older += 1;
    if (misses(before.outline, pixels, scale) === 0) seen.olderFits += 1;
  }
  // Also held ones: how long something is outlined that is not there.
  const any = [...element.querySelectorAll(".codes path")].map(corners);
  const isGone = all > 0 && any.every(outline => misses(outline, pixels, scale) >= 4);
  if (!isGone) wrongSince = null;
  else {
    wrongSince ??= captured;
    seen.longestWrong = Math.max(seen.longestWrong, captured - wrongSince);
  }
  before = outlines.length > 0 ? { outline: outlines[0], look: look.name } : null;
}
requestAnimationFrame(look);
