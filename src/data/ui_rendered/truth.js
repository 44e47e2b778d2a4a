// What can be pointed at on a page, in CSS pixels of the viewport.
() => {
  const width = innerWidth, height = innerHeight;
  const pen = document.createElement("canvas").getContext("2d");
  // Without hints of the font: whether there are any depends on what was shown before.
  pen.textRendering = "geometricPrecision";
  const styles = new Map();
  const styleOf = (node) => {
    let style = styles.get(node);
    if (!style) styles.set(node, style = getComputedStyle(node));
    return style;
  };

  // The part of the viewport that an element may be seen in: what its ancestors do not clip.
  const clips = new Map();
  const clipOf = (node) => {
    if (!node || node === document.documentElement) return [0, 0, width, height];
    let clip = clips.get(node);
    if (clip) return clip;
    const style = styleOf(node);
    clip = style.position === "fixed" ? [0, 0, width, height] : clipOf(node.parentElement);
    if (style.overflowX !== "visible") {
      const box = node.getBoundingClientRect();
      clip = [Math.max(clip[0], box.left), Math.max(clip[1], box.top),
              Math.min(clip[2], box.right), Math.min(clip[3], box.bottom)];
    }
    clips.set(node, clip);
    return clip;
  };

  const shown = (node) => {
    const style = styleOf(node);
    return style.visibility === "visible" && style.display !== "none";
  };

  // A page is asked at whole pixels only, so spots keep off the edges, where a neighbour begins.
  const OFF = 2;
  const spotsOf = (low, high) => {
    const off = Math.min(OFF, 0.3 * (high - low)), steps = high - low < 48 ? 2 : 4;
    const way = (high - low - 2 * off) / steps;
    return [...Array(steps + 1).keys()].map((step) => low + off + step * way);
  };
  // The longest stretch from low to high whose spots are all free.
  const stretch = (low, high, spots, free) => {
    const last = spots.length - 1;
    let best = [low, low];
    for (let start = 0; start <= last; start += 1) {
      for (let end = start; end <= last && free[end]; end += 1) {
        const way = [start ? spots[start] : low, end < last ? spots[end] : high];
        if (way[1] - way[0] > best[1] - best[0]) best = way;
      }
    }
    return best;
  };
  const sizeOf = (box) => (box[2] - box[0]) * (box[3] - box[1]);
  // How many spots of a box are covered by something that is neither around nor inside its element,
  // how many lie in the shade of a dialog, and a part that is free, which may be nothing.
  const looked = (node, [x1, y1, x2, y2]) => {
    const xs = spotsOf(x1, x2), ys = spotsOf(y1, y2);
    const rows = ys.map(() => true), columns = xs.map(() => true);
    let over = 0, shade = 0;
    ys.forEach((y, row) => xs.forEach((x, column) => {
      const hit = document.elementFromPoint(x, y);
      if (!hit || node.contains(hit) || hit.contains(node)) return;
      if (hit.dataset.scrim !== undefined) { shade += 1; return; }
      over += 1;
      rows[row] = columns[column] = false;
    }));
    if (!over) return {over, shade, part: [x1, y1, x2, y2]};
    const down = stretch(y1, y2, ys, rows), across = stretch(x1, x2, xs, columns);
    const high = [x1, down[0], x2, down[1]], wide = [across[0], y1, across[1], y2];
    return {over, shade, part: sizeOf(high) > sizeOf(wide) ? high : wide};
  };

  const found = [];
  const keep = (node, box, record, outer) => {
    if (!(sizeOf(box) > 0)) return;
    const clip = clipOf(outer);
    const part = [Math.max(box[0], clip[0]), Math.max(box[1], clip[1]),
                  Math.min(box[2], clip[2]), Math.min(box[3], clip[3])];
    if (part[2] - part[0] < 1 || part[3] - part[1] < 1) return;
    // An ellipsis shows that there is more: a line is whole as far as its own box goes.
    const short = outer === node && styleOf(node).textOverflow === "ellipsis";
    const end = short ? Math.min(box[2], node.getBoundingClientRect().right) : box[2];
    const left = sizeOf(part) / sizeOf([box[0], box[1], end, box[3]]);
    const {over, shade, part: free} = looked(node, part);
    if (sizeOf(free) > 0) found.push({...record, box: free, cut: left < 0.97 || over > 0 || shade > 0});
  };

  const controlOf = (node) => node.closest("[data-control]");
  const partOf = (node) => node.closest("[data-part]")?.dataset.part || "";
  const looksOf = (node) => {
    const icons = node.querySelectorAll("[data-looks]");
    return icons.length === 1 ? icons[0].dataset.looks : "";
  };
  const wordsOf = (node) => {
    const words = [], walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest("[data-leaf]")) words.push(walker.currentNode.data);
    }
    return words.join(" ");
  };
  const numbers = new Map();
  for (const node of document.querySelectorAll("[data-control]")) {
    numbers.set(node, numbers.size);
    if (!shown(node)) continue;
    const rect = node.getBoundingClientRect();
    keep(node, [rect.left, rect.top, rect.right, rect.bottom], {
      level: "control", type: node.dataset.control, looks: looksOf(node),
      text: wordsOf(node).replace(/\s+/g, " ").trim().slice(0, 120),
      part: partOf(node), block: "",
    }, node.parentElement);
  }

  // Where the ink of words lies whose letters begin at the left of a box of their font's height.
  // Measured so many times larger, for fractions of a pixel; hints make letters wider or narrower,
  // so both ends are told by the box.
  const LARGER = 16;
  const inkBox = (style, words, rect) => {
    const size = LARGER * parseFloat(style.fontSize);
    pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
    const spaced = parseFloat(style.letterSpacing);
    pen.letterSpacing = `${spaced ? LARGER * spaced : 0}px`;
    const ink = pen.measureText(words);
    const up = ink.fontBoundingBoxAscent, tall = up + ink.fontBoundingBoxDescent;
    const baseline = rect.top + (rect.height - tall / LARGER) / 2 + up / LARGER;
    return [rect.left - ink.actualBoundingBoxLeft / LARGER,
            baseline - ink.actualBoundingBoxAscent / LARGER,
            rect.right - (ink.width - ink.actualBoundingBoxRight) / LARGER,
            baseline + ink.actualBoundingBoxDescent / LARGER];
  };

  for (const node of document.querySelectorAll("[data-leaf]")) {
    if (!shown(node)) continue;
    const rect = node.getBoundingClientRect();
    let box = [rect.left, rect.top, rect.right, rect.bottom];
    if (node.dataset.ink) {
      const [x1, y1, x2, y2] = node.dataset.ink.split(",").map(Number);
      box = [rect.left + x1 * rect.width, rect.top + y1 * rect.height,
             rect.left + x2 * rect.width, rect.top + y2 * rect.height];
    } else if (node.dataset.glyph && node.firstChild) {
      const range = document.createRange();
      range.selectNodeContents(node);
      box = inkBox(styleOf(node), node.textContent, range.getBoundingClientRect());
    }
    keep(node, box, {level: "leaf", type: node.dataset.leaf, text: "", looks: node.dataset.looks || "",
                     part: partOf(node), block: ""}, node.parentElement);
  }

  // Lines of text: the words of a text node by the line they stand on, joined with what else
  // stands on that line in the same block and the same control.
  const blocks = new Map(), lines = new Map();
  const blockOf = (node) => {
    while (styleOf(node).display === "inline") node = node.parentElement;
    return node;
  };
  const addLine = (parent, words, rect) => {
    const block = blockOf(parent), control = controlOf(parent);
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    const box = inkBox(styleOf(parent), words, rect);
    const owner = control && block.contains(control) ? numbers.get(control) : -1;
    const key = `${blocks.get(block)}/${owner}`;
    const others = lines.get(key) || [];
    lines.set(key, others);
    const beside = others.find((line) => Math.min(line.rect.bottom, rect.bottom) - Math.max(line.rect.top, rect.top)
      > 0.6 * Math.min(line.rect.height, rect.height) && rect.left - line.right < rect.height && rect.left >= line.right - 2);
    if (beside) {
      const b = beside.box;
      beside.box = [Math.min(b[0], box[0]), Math.min(b[1], box[1]), Math.max(b[2], box[2]), Math.max(b[3], box[3])];
      beside.words += (rect.left - beside.right > 1 ? " " : "") + words;
      beside.right = rect.right;
    } else {
      others.push({box, rect, right: rect.right, words, parent, block: String(blocks.get(block))});
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("[data-leaf],style,script") || !shown(parent)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    if (!rects.length) continue;
    const first = node.data.search(/\S/), last = node.data.trimEnd().length;
    if (rects.length === 1) {
      range.setStart(node, first); range.setEnd(node, last);
      addLine(parent, node.data.slice(first, last).replace(/\s+/g, " "), range.getBoundingClientRect());
      continue;
    }
    let start = -1, end = -1, top = null;
    const flush = () => {
      if (start < 0) return;
      range.setStart(node, start); range.setEnd(node, end);
      addLine(parent, node.data.slice(start, end).replace(/\s+/g, " "), range.getBoundingClientRect());
    };
    for (const word of node.data.matchAll(/\S+/g)) {
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      const rect = range.getClientRects()[0];
      if (!rect) continue;
      if (top === null || Math.abs(rect.top - top) > 0.5 * rect.height) { flush(); start = word.index; top = rect.top; }
      end = word.index + word[0].length;
    }
    flush();
  }
  for (const group of lines.values()) for (const line of group) {
    keep(line.parent, line.box, {level: "leaf", type: "text", text: line.words.slice(0, 200), looks: "",
                                 part: partOf(line.parent), block: line.block}, line.parent);
  }
  return found;
}
