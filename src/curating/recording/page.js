// Runs in every frame before the page's own scripts. A press of the main button is held: the page
// learns of it only after the screen has been kept, when the recorder presses again for the person.
(() => {
  const HELD = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'touchstart', 'touchend'];
  const CONTROLS = 'a[href],area[href],button,input,select,textarea,summary,label,option,'
    + '[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemcheckbox],'
    + '[role=menuitemradio],[role=checkbox],[role=radio],[role=switch],[role=option],[role=slider],'
    + '[role=treeitem],[role=gridcell],[role=combobox],[role=textbox],[onclick],[contenteditable=true]';
  const ROLES = { A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'drop-down', TEXTAREA: 'text field',
    SUMMARY: 'button', LABEL: 'label', OPTION: 'option', IMG: 'image', SVG: 'icon', CANVAS: 'image' };
  const INPUTS = { button: 'button', submit: 'button', reset: 'button', image: 'button',
    checkbox: 'check box', radio: 'radio button', range: 'slider', color: 'swatch', file: 'button' };
  const MOST_WORDS = 200, MOST_BOXES = 32;

  const roots = new Map();   // host → its shadow root, closed ones too
  const secrets = new Set(); // whatever has ever been a password field
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    roots.set(this, root);
    watch(root);
    return root;
  };
  const rootOf = (element) => element.shadowRoot || roots.get(element);

  function* below(root) {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      const inner = rootOf(element);
      if (inner) yield* below(inner);
    }
  }

  function note(root) {
    for (const element of below(root)) {
      const filled = element.autocomplete || '';
      if (element.tagName === 'INPUT'
        && (element.type === 'password' || /password|one-time-code|cc-/.test(filled))) secrets.add(element);
    }
  }

  // A field that shows its password on demand stays a secret.
  function watch(root) {
    new MutationObserver(() => note(root)).observe(root, {
      subtree: true, childList: true, attributes: true, attributeFilter: ['type', 'autocomplete'] });
  }
  watch(document);

  const box = (rect) => [rect.left, rect.top, rect.right, rect.bottom];
  const holds = (rect, x, y) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom
    && rect.width > 0 && rect.height > 0;

  function deepest(x, y) {
    let element = document.elementFromPoint(x, y);
    for (let root = element && rootOf(element); root; root = rootOf(element)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element;
  }

  function line(element, x, y) {
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) if (holds(rect, x, y)) return rect;
    }
    return null;
  }

  const parent = (element) => element.assignedSlot || element.parentElement
    || (element.getRootNode() instanceof ShadowRoot ? element.getRootNode().host : null);

  function role(element) {
    if (element.getAttribute('role')) return element.getAttribute('role');
    if (element.tagName === 'INPUT') return INPUTS[element.type] || 'text field';
    return ROLES[element.tagName.toUpperCase()] || '';
  }

  function words(element) {
    const labelled = element.getAttribute('aria-label') || element.alt || element.placeholder
      || (element.labels && element.labels[0] && element.labels[0].textContent) || element.title;
    const shown = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
      ? (INPUTS[element.type] === 'button' ? element.value : '') : element.innerText || element.textContent;
    return String(labelled || shown || '').replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
  }

  function described(event) {
    const [x, y] = [event.clientX, event.clientY];
    const target = event.composedPath().find((node) => node.nodeType === Node.ELEMENT_NODE);
    const first = deepest(x, y) || target;
    const boxes = [];
    const add = (rect) => {
      const last = boxes[boxes.length - 1];
      const own = box(rect);
      if (rect.width > 0 && rect.height > 0 && boxes.length < MOST_BOXES
        && !(last && last.every((side, place) => Math.abs(side - own[place]) < 1))) boxes.push(own);
    };
    const text = line(first, x, y);
    if (text) add(text);
    let control = null;
    let suggested = 0;
    for (let element = first; element; element = parent(element)) {
      add(element.getBoundingClientRect());
      if (!control && element.matches(CONTROLS)) {
        control = element;
        suggested = Math.max(0, boxes.length - 1);
      }
    }
    const named = control || first;
    return { x, y, boxes, suggested, text: words(named), type: role(named) || (text ? 'text' : ''),
      modifiers: ['Control', 'Shift', 'Alt', 'Meta'].filter((key) => event.getModifierState(key)) };
  }

  const state = { passing: false, secretBoxes() {
    note(document);
    return [...secrets].filter((field) => field.isConnected)
      .map((field) => box(field.getBoundingClientRect()));
  } };
  Object.defineProperty(window, '__brushwork', { value: state, enumerable: false });

  let waiting = false;
  function hold(event) {
    const byKey = event.type === 'click' && event.detail === 0;
    if (!event.isTrusted || byKey || (event.button || 0) !== 0) return;
    if (state.passing) {
      // One press alone: the next may come before the recorder has said that this one is over.
      state.passing = event.type !== 'click';
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== 'pointerdown' || waiting) return;
    waiting = true;
    Promise.resolve(window.__brushworkClicked(described(event))).finally(() => { waiting = false; });
  }
  for (const type of HELD) window.addEventListener(type, hold, { capture: true, passive: false });
})();
