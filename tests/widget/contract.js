// What is asked of any widget while it is open; the tests of the contract say when.

window.contract ??= (() => {
  const all = (selector, n = 0) => [
    ...document.querySelectorAll(".explorable-live")[n].querySelectorAll(selector),
  ];
  const visible = (node) => node.checkVisibility({ visibilityProperty: true });
  const box = (node) => node.getBoundingClientRect();
  const off = (node) => node.disabled || node.ariaDisabled === "true";
  const label = (node) =>
    (node.getAttribute("aria-label") ?? (node.closest("label") ?? node).textContent)
      .trim()
      .slice(0, 60);

  // A node as text, its attributes in order.
  const written = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const own = [...node.attributes].filter(({ name }) => !name.startsWith("data-lm"));
    const known = own
      .map(({ name, value }) => `${name}="${value}"`)
      .sort()
      .join(" ");
    return `<${node.localName} ${known}>${[...node.childNodes].map(written).join("")}`;
  };
  const SHOWN = ".kit-main, .kit-linked, .kit-says, .kit-task, .kit-numbers table";
  const seen = (n) => all(SHOWN, n).map(written).join("\n");

  const APART = ".kit-tools, .kit-numbers, .kit-folded, .kit-question";
  const CONTROLS = "input, select, button, [role=button]";
  const controls = (n) => all(CONTROLS, n).filter((node) => visible(node) && !node.closest(APART));
  const holds = (node) => [
    node.value,
    node.checked,
    off(node),
    node.ariaPressed,
    node.getAttribute("aria-valuetext"),
  ];

  const state = (n) => [seen(n), ...controls(n).map(holds)].join("\n");
  const was = {};
  const tool = (name) =>
    all(".kit-tools button")
      .find((node) => label(node) === name)
      .click();

  // The key that makes a control ask for something else than it shows.
  const press = (node) => {
    if (off(node)) return null;
    if (node.type === "range") return node.value === node.max ? "ArrowLeft" : "ArrowRight";
    if (node.type === "radio") return node.checked ? "ArrowRight" : " ";
    if (node.localName === "select") return node.selectedIndex ? "ArrowUp" : "ArrowDown";
    return node.ariaPressed === "true" ? null : "Enter";
  };
  const group = (node) =>
    node.type === "radio"
      ? `${node.closest("fieldset").querySelector("legend").textContent}: `
      : "";

  // Each stop of the Tab key; of radio buttons the one that is checked.
  const stops = (n) =>
    all(`${CONTROLS}, summary, [tabindex]`, n).filter(
      (node) =>
        visible(node) &&
        node.tabIndex >= 0 &&
        !node.disabled &&
        (node.type !== "radio" || node.checked),
    );

  const place = (node) => {
    const { x, y, width, height } = box(node);
    return [x + scrollX, y + scrollY, width, height].map((v) => Math.round(10 * v) / 10);
  };
  const places = () =>
    all(CONTROLS)
      .filter((node) => visible(node) && !node.closest("svg"))
      .map((node) => [label(node), place(node)]);

  // What of the controls is elsewhere, or of another size, than it was.
  function moved(before) {
    const now = places();
    if (now.length !== before.length) return [`${before.length} controls, now ${now.length}`];
    return now
      .map(([name, at], i) => [name, before[i][1], at])
      .filter(([, was, is]) => String(was) !== String(is))
      .map((one) => one.join(" | "));
  }

  function slide(slider, share) {
    slider.value = +slider.min + share * (slider.max - slider.min);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Timers that wait for a reader are caught: a pause is over at once, a clock ticks by hand.
  const [timeout, interval] = [window.setTimeout, window.setInterval];
  const caught = { pauses: [], ticks: [] };
  function hurry() {
    Object.assign(caught, { pauses: [], ticks: [] });
    window.setTimeout = (f, wait, ...rest) => {
      caught.pauses.push(wait);
      return timeout(f, 0, ...rest);
    };
    window.setInterval = (f) => caught.ticks.push(f);
  }

  // Matrices of buttons, and what is to be chosen in a picture.
  const grids = () =>
    all(".kit-grid, svg")
      .filter(visible)
      .map((part) => [...part.querySelectorAll(".kit-cell, .choice")])
      .filter((cells) => cells.length > 1);

  const index = (node) => node.closest("sub, sup, tspan[font-size]") != null;
  const size = (node) => {
    const scale = node.closest("svg")?.getScreenCTM().a ?? 1;
    return scale * parseFloat(getComputedStyle(node).fontSize);
  };
  const leaves = () =>
    all("*").filter(
      (node) =>
        visible(node) &&
        !node.closest(".kit-spoken, .kit-name") &&
        [...node.childNodes].some((child) => child.data?.trim()),
    );

  // Labels of pictures that are cut, or lie on each other.
  function covered(svg) {
    const frame = box(svg);
    const texts = [...svg.querySelectorAll("text")]
      .filter((node) => node.textContent.trim())
      .map((node) => [node.textContent, box(node)]);
    const cut = texts.filter(
      ([, b]) =>
        b.left < frame.left - 1 ||
        b.right > frame.right + 1 ||
        b.top < frame.top - 1 ||
        b.bottom > frame.bottom + 1,
    );
    const over = texts.flatMap(([p, a], n) =>
      texts
        .slice(n + 1)
        .filter(
          ([, b]) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4,
        )
        .map(([q]) => `${p} on ${q}`),
    );
    return [...cut.map(([text]) => `${text} is cut`), ...over];
  }
  const TARGETS = "button, select, summary, input[type=range], fieldset label, .grip .reach";

  return {
    seen,
    hurry,
    moved,
    places,
    caught,
    calm: () => Object.assign(window, { setTimeout: timeout, setInterval: interval }),
    unfold: () => all("details:not(.kit-folded)").forEach((fold) => (fold.open = true)),
    state,
    tool,
    controls: () =>
      controls().map((node, i) => ({
        i,
        name: group(node) + label(node),
        key: press(node),
        kind: node.role ?? node.type,
      })),
    // Before a key: nothing has been said yet, and what is shown is remembered.
    focus(i) {
      all(".kit-spoken")[0].textContent = "";
      was.node = controls()[i];
      Object.assign(was, { seen: seen(), state: state(), controls: controls().length });
      was.node.focus();
    },
    // After it: whether anything changed that one sees, what was said, and if that is undone.
    async pressed() {
      const changed = seen() !== was.seen;
      const radio = was.node.type === "radio"; // the focus goes on with the choice
      const kept = radio || document.activeElement === was.node;
      await new Promise((done) => timeout(done, 4));
      const said = all(".kit-spoken")[0].textContent;
      tool("Undo");
      return { changed, kept, said, undone: state() === was.state };
    },
    stops: () => stops().map(label),
    focused: () => label(document.activeElement),
    inside: () => document.activeElement.closest(".explorable-live") != null,
    spoken: () => all(".kit-spoken")[0].textContent,
    ring() {
      const node = document.activeElement.closest("fieldset label, :focus");
      const styles = [node, ...node.children].map((one) => getComputedStyle(one));
      return styles.some((style, i) =>
        i
          ? style.strokeWidth === "3px" && node.closest("svg")
          : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
      );
    },
    // What is seen before an answer, beside the question and the picture.
    beforehand: () =>
      [
        ...all("input, select, .grip, .choice, .kit-linked"),
        ...all(".kit-side > *, .kit-rest > *"),
        ...all("button").filter((node) => !node.closest(".kit-question")),
      ]
        .filter(visible)
        .map(label),
    // Groups that the Tab key enters at one place, as data-at says: which are not so.
    grids: () =>
      grids()
        .filter(
          (cells) =>
            cells.some((node) => !node.dataset.at) ||
            cells.filter((node) => node.tabIndex === 0).length !== 1,
        )
        .map(([first]) => label(first)),
    cells: () => grids().map((_, n) => n),
    at: (n) =>
      grids()
        [n].find((node) => node.tabIndex === 0)
        .focus(),
    // Where to touch a grip, once it is in the middle of the window.
    grip(n) {
      const knob = all(".grip .knob")[n];
      knob.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = box(knob);
      return [x + width / 2, y + height / 2, scrollY];
    },
    stand() {
      all(".kit-stage")[0].focus();
      return scrollY;
    },
    slider() {
      const it = all("input[type=range]:enabled").find(visible);
      it?.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = it ? box(it) : {};
      return it && [x + 0.9 * width, y + height / 2, scrollY];
    },
    grips: () => all(".grip").filter(visible).length,
    // Undone, as far as there is anything to undo.
    back() {
      const undo = all(".kit-tools button").find((node) => label(node) === "Undo");
      while (!off(undo)) undo.click();
    },
    elsewhere() {
      scrollTo(0, 0);
      const { x, y, width, height } = box(all(".kit-main svg")[0]);
      const shares = [0.5, 0.8, 0.3, 0.1, 0.9];
      const spots = shares.flatMap((a) => shares.map((b) => [x + a * width, y + b * height]));
      const free = spots.find(
        ([a, b]) => !document.elementFromPoint(a, b)?.closest(".grip, .choice"),
      );
      return [...(free ?? spots[0]), scrollY];
    },
    // Played to the end, or so many steps: what moves meanwhile.
    plays(most) {
      const [button] = all(".is-play");
      if (!button) return [];
      hurry();
      const before = places();
      button.click();
      const found = moved(before);
      for (let n = 0; n < most && all(".is-play")[0].ariaLabel === "Pause"; n++) {
        caught.ticks[0]();
        found.push(...moved(before).map((one) => `after ${n + 1} steps: ${one}`));
      }
      window.contract.calm();
      return found;
    },
    values: () =>
      all("input[type=range]").map((node) => [
        label(node),
        node.value,
        node.getAttribute("aria-valuetext") ?? "",
      ]),

    // Sliders from end to end: what moves meanwhile.
    drags: () =>
      all("input[type=range]:enabled")
        .filter(visible)
        .flatMap((slider) => {
          const [before, first] = [places(), slider.value];
          const found = [0, 0.5, 1].flatMap((share) => {
            slide(slider, share);
            return moved(before).map((one) => `${label(slider)} at ${share}: ${one}`);
          });
          slider.value = first;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          return [...found, ...moved(before)];
        }),

    sticksOut() {
      const [{ left, right }] = all(".kit").map(box);
      const nodes = all("*").filter(
        (node) => visible(node) && !node.closest("svg *, .kit-spoken, .kit-name, .kit-scroll *"),
      );
      const wide = nodes.filter(
        (node) =>
          box(node).left < left - 1 ||
          box(node).right > right + 1 ||
          (!node.matches(".kit-scroll") &&
            node.clientWidth &&
            node.scrollWidth > node.clientWidth + 1),
      );
      const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
      return [
        ...page,
        ...wide.map((node) => `${node.localName} ${label(node)}`),
        ...all("svg").filter(visible).flatMap(covered),
      ];
    },
    small: () =>
      all(TARGETS)
        .filter(visible)
        .map((node) => [label(node) || "a grip", box(node).width, box(node).height])
        .filter(([, width, height]) => Math.min(width, height) < 43.9)
        .map(([name, width, height]) => `${name}: ${width.toFixed(1)} x ${height.toFixed(1)}`),
    tiny: () =>
      leaves()
        .filter((node) => size(node) < (index(node) ? 10.99 : 11.99))
        .map((node) => `${node.textContent}: ${size(node).toFixed(1)} px`),

    // How far apart a control and the picture are, where it is used.
    far: (most) =>
      controls().flatMap((node) => {
        if (node.closest(".kit-more, .kit-main")) return [];
        const [main] = all(".kit-main");
        scrollTo(0, 0);
        scrollTo(0, Math.max(0, box(node).bottom - most));
        const [a, b, top] = [box(main), box(node), Math.max(0, box(main).top)];
        if (b.bottom <= a.top) {
          const span = a.bottom - b.top;
          return span <= most + 1 ? [] : [`${label(node)}: ${span.toFixed(0)} px above`];
        }
        const free = b.top >= a.bottom - 1 || b.left >= a.right - 1;
        const whole = a.bottom - top >= 0.9 * a.height;
        const near = b.bottom - top <= most + 1;
        const found = `${label(node)}: ${(b.bottom - top).toFixed(0)} px, picture`;
        return near && free && whole ? [] : [`${found} ${whole ? "seen" : "gone"}`];
      }),

    // Marks that nobody sees in forced colours.
    vanished() {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.background = "Canvas";
      const canvas = getComputedStyle(probe).backgroundColor;
      probe.remove();
      const gone = (colour) => ["none", "rgba(0, 0, 0, 0)", canvas].includes(colour);
      return all("svg .mark:not(g, .pick, .reach, .paper)")
        .filter(visible)
        .filter((node) => {
          const { fill, stroke } = getComputedStyle(node);
          return gone(fill) && gone(stroke);
        })
        .concat(all(".ramp").filter((node) => getComputedStyle(node).backgroundImage === "none"))
        .map((node) => node.outerHTML.slice(0, 120));
    },
    // Looks that what is pressed has in common with what is not.
    alike() {
      const [on, off] = [true, false].map((on) =>
        all("button[aria-pressed], fieldset label")
          .filter(
            (node) =>
              visible(node) &&
              on === (node.ariaPressed === "true" || !!node.querySelector(":checked")),
          )
          .map((node) => getComputedStyle(node))
          .map((s) => [s.outlineStyle, s.backgroundColor, s.borderTopStyle].join(" ")),
      );
      return on.filter((look) => off.includes(look));
    },
    laid: () => [state(), ...all(".kit, .kit *").filter(visible).map(place)].join("\n"),
  };
})();
