// Searches the documents: every word asked for must stand in a part of a page, and headings count for more than text.
(() => {
  const RESULTS_MAX = 20;
  const root = document.currentScript.dataset.root;
  const byId = (id) => document.getElementById(id);
  const query = byId("site-query");
  const found = byId("site-found");
  const results = byId("site-results");
  let parts = null;

  // The index is a script beside the pages, for a page that was opened from a folder may fetch nothing.
  function load() {
    if (parts) {
      return;
    }
    parts = [];
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.addEventListener("load", () => {
      parts = window.mayflyDocs.flatMap((page) => page.parts.map((part) => ({
        title: page.title,
        heading: part.heading,
        section: page.section,
        text: part.text,
        address: root + page.address + (part.level === 1 ? "" : "#" + part.anchor),
        isTitle: part.level === 1,
        titleLower: page.title.toLowerCase(),
        headingLower: part.heading.toLowerCase(),
        textLower: part.text.toLowerCase(),
      })));
      show();
    });
    document.head.append(script);
  }

  function weight(part, word) {
    if (part.headingLower.includes(word)) {
      return part.isTitle ? 12 : 8;
    }
    if (part.textLower.includes(word)) {
      return part.titleLower.includes(word) ? 3 : 1;
    }
    return part.titleLower.includes(word) ? 2 : 0;
  }

  function matches(words) {
    const hits = [];
    for (const part of parts) {
      const weights = words.map((word) => weight(part, word));
      // A word of the page's title alone does not make every part of that page a hit.
      if (weights.every((each) => each > 0) && weights.some((each) => each !== 2)) {
        hits.push({ part, weight: weights.reduce((sum, each) => sum + each, 0) });
      }
    }
    return hits.sort((a, b) => b.weight - a.weight).map((hit) => hit.part);
  }

  function marked(tag, name, text, words) {
    const element = document.createElement(tag);
    element.className = name;
    const lower = text.toLowerCase();
    let at = 0;
    while (at < text.length) {
      const next = words
        .map((word) => ({ word, from: lower.indexOf(word, at) }))
        .filter((each) => each.from >= 0)
        .sort((a, b) => a.from - b.from || b.word.length - a.word.length)[0];
      if (!next) {
        break;
      }
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next.from, next.from + next.word.length);
      element.append(text.slice(at, next.from), mark);
      at = next.from + next.word.length;
    }
    element.append(text.slice(at));
    return element;
  }

  function excerpt(part, words) {
    const first = Math.min(...words.map((word) => part.textLower.indexOf(word)).filter((at) => at >= 0), part.text.length);
    const from = first === part.text.length || first < 60 ? 0 : part.text.indexOf(" ", first - 50) + 1;
    const until = from + 160;
    return (from > 0 ? "… " : "") + part.text.slice(from, until) + (until < part.text.length ? " …" : "");
  }

  function item(part, words) {
    const link = document.createElement("a");
    link.href = part.address;
    const where = marked("span", "where", part.heading, words);
    const page = document.createElement("small");
    page.textContent = " · " + (part.isTitle ? part.section : part.title);
    where.append(page);
    link.append(where, marked("span", "says", excerpt(part, words), words));
    const row = document.createElement("li");
    row.append(link);
    return row;
  }

  function show() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    const hits = words.length === 0 ? [] : matches(words);
    results.replaceChildren(...hits.slice(0, RESULTS_MAX).map((part) => item(part, words)));
    byId("site-count").textContent = hits.length === 0 ? "Nothing found"
      : hits.length === 1 ? "1 place" : hits.length > RESULTS_MAX ? `${hits.length} places, the best ${RESULTS_MAX} of them` : `${hits.length} places`;
  }

  function close() {
    found.hidden = true;
  }

  function move(step) {
    const stops = [query, ...results.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
  }

  query.addEventListener("focus", load);
  query.addEventListener("input", () => { load(); show(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && document.activeElement !== query) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && !found.hidden) {
      query.focus();
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && byId("site-search").contains(document.activeElement) && !found.hidden) {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && document.activeElement === query && !found.hidden) {
      results.querySelector("a")?.click();
    }
  });
  document.addEventListener("click", (event) => {
    if (!byId("site-search").contains(event.target) || event.target.closest("#site-results a")) {
      close();
    }
  });
  byId("site-search").hidden = false;
})();
