// From the unrotated picture to the view: turn clockwise, flip, fit. The only place that knows of rotation, mirroring and
// gravity; what it says is what scanwatch's PreviewTransform says.

/** How a picture lies in a view. Sizes in points; rotation 0, 90, 180 or 270 degrees clockwise. */
export class PreviewTransform {
  constructor({ video, view, gravity = "resizeAspect", rotation = 0, mirrored = false }) {
    const lies = rotation % 180 !== 0;
    const [width, height] = lies ? [video.height, video.width] : [video.width, video.height];
    let across = view.width / width, down = view.height / height;
    if (gravity !== "resize") across = down = gravity === "resizeAspectFill" ? Math.max(across, down) : Math.min(across, down);
    this.rotation = rotation;
    this.mirrored = mirrored;
    const size = { width: width * across, height: height * down };
    const left = (view.width - size.width) / 2, top = (view.height - size.height) / 2;
    const place = (x, y) => {
      let [u, v] = { 0: [x, y], 90: [1 - y, x], 180: [1 - x, 1 - y], 270: [y, 1 - x] }[rotation];
      if (mirrored) u = 1 - u;
      return [left + u * size.width, top + v * size.height];
    };
    const [originX, originY] = place(0, 0), [rightX, rightY] = place(1, 0), [downX, downY] = place(0, 1);
    /** x' = a x + c y + e, y' = b x + d y + f, as canvases have it. */
    this.matrix = {
      a: rightX - originX, b: rightY - originY, c: downX - originX, d: downY - originY, e: originX, f: originY,
    };
  }

  /** A point of the unrotated picture, 0…1, in the view. */
  layerPoint({ x, y }) {
    const m = this.matrix;
    return { x: m.a * x + m.c * y + m.e, y: m.b * x + m.d * y + m.f };
  }

  /** A point of the view in the unrotated picture; outside of 0…1 where there is no picture. */
  devicePoint({ x, y }) {
    const m = this.matrix, area = m.a * m.d - m.b * m.c;
    const [right, down] = [x - m.e, y - m.f];
    return { x: (m.d * right - m.c * down) / area, y: (m.a * down - m.b * right) / area };
  }

  /** A rectangle of the unrotated picture, 0…1, in the view. */
  layerRect({ x, y, width, height }) {
    const one = this.layerPoint({ x, y }), other = this.layerPoint({ x: x + width, y: y + height });
    return {
      x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(other.x - one.x),
      height: Math.abs(other.y - one.y),
    };
  }

  /** Degrees as seen in the view, 0 up to 360; undefined stays undefined. */
  roll(angle) { return angle === undefined ? undefined : wrapped((this.mirrored ? -1 : 1) * (angle + this.rotation)); }
  yaw(angle) { return angle === undefined ? undefined : wrapped(this.mirrored ? -angle : angle); }
}

function wrapped(angle) { return ((angle % 360) + 360) % 360; }
