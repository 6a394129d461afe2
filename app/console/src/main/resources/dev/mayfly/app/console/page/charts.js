// Draws what carries data-plot by uPlot. Colours are the page's own, read again when the theme changes.
(() => {
  "use strict";
  const drawn = new Map();
  const colour = name => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const number = new Intl.NumberFormat("en");
  const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  const sizes = ["B", "KiB", "MiB", "GiB", "TiB"];
  const bytes = value => {
    let unit = 0;
    while (value >= 1024 && unit < sizes.length - 1) { value /= 1024; unit++; }
    return `${unit ? value.toFixed(1) : Math.round(value)} ${sizes[unit]}`;
  };
  const persecond = (value, unit) => `${unit === "bytes" ? bytes(value) : rate.format(value)}/s`;
  const clock = seconds => new Date(seconds * 1000).toISOString().slice(11, 16);
  const day = seconds => new Date(seconds * 1000).toISOString().slice(5, 10);

  const rate = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });

  // One on another, from below: of what expired in a bucket what is overdue, what is in grace and what is gone by now, then
  // what still will expire: the bucket that holds now has both.
  const layers = (rows, unit) => {
    const pick = name => rows[unit === "bytes" ? (name === "documents" ? "bytes" : `${name}Bytes`) : name];
    const [expired, due, purged, grace, overdue, waiting] = ["expired", "documents", "purged", "grace", "overdue", "waiting"].map(pick);
    const standing = overdue.map((value, i) => value + grace[i]);
    // Documents that expired while nobody swept are not announced yet, and stand all the same.
    const gone = expired.map((value, i) => value + waiting[i]);
    return { expired, due, purged, grace, overdue, standing, gone, both: gone.map((value, i) => value + due[i]) };
  };

  // The right one tells the left one's numbers by the second, where there is room for it.
  const axes = (unit, seconds, width) => [
    { stroke: colour("soft"), grid: { show: false }, ticks: { stroke: colour("line"), size: 4 }, space: 64, size: 28, font: "12px system-ui",
      values: (_, splits) => splits.map(s => clock(s) === "00:00" ? day(s) : clock(s)) },
    { stroke: colour("soft"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, size: unit === "bytes" ? 74 : 44, font: "12px system-ui",
      values: (_, splits) => splits.map(v => v % 1 && unit !== "bytes" ? "" : unit === "bytes" ? bytes(v) : short.format(v)) },
    { side: 1, show: seconds > 0 && width > 640, stroke: colour("soft"), grid: { show: false }, ticks: { show: false }, size: 62, font: "12px system-ui",
      values: (_, splits) => splits.map(v => v ? persecond(v / seconds, unit) : "") },
  ];

  const nowLine = now => u => {
    const x = Math.round(u.valToPos(now, "x", true));
    const { ctx, bbox } = u;
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.save();
    ctx.strokeStyle = colour("ink");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillStyle = colour("ink");
    ctx.font = `600 ${12 * devicePixelRatio}px system-ui`;
    ctx.textAlign = "left";
    // Above the plot, where no bar reaches.
    ctx.fillText("now", x - devicePixelRatio, bbox.top - 5 * devicePixelRatio);
    ctx.restore();
  };

  const tip = (host, words) => {
    const box = document.createElement("div");
    box.className = "tip";
    box.hidden = true;
    host.append(box);
    return u => {
      const near = u.cursor.idx;
      box.hidden = near == null || u.cursor.left < 0;
      if (box.hidden) return;
      // The bucket under the pointer begins before it; the nearest beginning may be that of the next.
      const i = near > 0 && u.data[0][near] > u.posToVal(u.cursor.left, "x") ? near - 1 : near;
      box.textContent = words(i);
      const left = u.cursor.left + u.over.offsetLeft + 14;
      box.style.left = `${Math.min(left, host.clientWidth - box.offsetWidth - 4)}px`;
      box.style.top = `${Math.max(0, u.cursor.top - 8)}px`;
    };
  };

  const bars = uPlot.paths.bars({ size: [1, 40], gap: 1, align: 1 });
  const line = { width: 1.5, points: { show: false } };

  const options = (host, unit, series, hooks, selectable, seconds = 0) => ({
    width: host.clientWidth, height: host.classList.contains("tall") ? 320 : 220,
    tzDate: stamp => uPlot.tzDate(new Date(stamp * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: selectable, y: false, setScale: false } },
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 10] } },
    padding: [20, null, null, null], axes: axes(unit, seconds, host.clientWidth), series: [{}, ...series], hooks,
  });

  const timeline = (host, unit) => {
    const rows = JSON.parse(host.dataset.rows);
    const { expired, due, purged, grace, overdue, standing, gone, both } = layers(rows, unit);
    const show = unit === "bytes" ? bytes : value => number.format(value);
    const words = i => {
      const lines = [`${day(rows.from[i])} ${clock(rows.from[i])} to ${clock(rows.from[i] + rows.bucket)} UTC`];
      const say = (value, words) => { if (value) lines.push(`${show(value)} ${words}`); };
      const paced = (value, words) => say(value, `${words}, ${persecond(value / rows.bucket, unit)}`);
      paced(expired[i], "expired");
      say(grace[i], "in grace still");
      say(overdue[i], "overdue still");
      paced(purged[i], "destroyed");
      paced(due[i], "will expire");
      if (lines.length === 1) lines.push("nothing");
      return lines.join("\n");
    };
    const fill = name => ({ fill: colour(name), stroke: colour(name), width: 0, paths: bars, points: { show: false } });
    const select = u => {
      if (u.select.width < 4) return;
      const from = Math.floor(u.posToVal(u.select.left, "x")), until = Math.ceil(u.posToVal(u.select.left + u.select.width, "x"));
      const url = `${host.dataset.rangeUrl}?from=${from}000&until=${until}000&collection=${encodeURIComponent(host.dataset.collection)}`;
      htmx.ajax("GET", url, { target: "#range", swap: "innerHTML" });
    };
    return new uPlot(
      options(host, unit, [fill("due"), fill("expired"), fill("grace"), fill("overdue"), { ...line, stroke: colour("purged"), paths: uPlot.paths.stepped({ align: 1 }) }],
        { draw: [nowLine(rows.now)], setCursor: [tip(host, words)], setSelect: [select] }, true, rows.bucket),
      [rows.from, both, gone, standing, overdue, purged], host);
  };

  // Two forecasts over each other: what would happen anyway as a line, what would happen then as bars.
  const compare = (host, unit) => {
    const before = JSON.parse(host.dataset.before), after = JSON.parse(host.dataset.after);
    const column = rows => unit === "bytes" ? rows.bytes : rows.documents;
    const show = unit === "bytes" ? bytes : value => number.format(value);
    const words = i => [`${day(after.from[i])} ${clock(after.from[i])} UTC`, `before ${show(column(before)[i])}`, `after  ${show(column(after)[i])}`].join("\n");
    const steps = uPlot.paths.stepped({ align: 1 });
    return new uPlot(
      options(host, unit, [
        { fill: colour("due"), stroke: colour("due"), width: 0, paths: bars, points: { show: false } },
        { ...line, width: 2, stroke: colour("grace"), paths: steps }],
        { setCursor: [tip(host, words)] }, false),
      [after.from, column(after), column(before)], host);
  };

  // The documents destroyed a second; the limit is drawn where the bars come near it, since elsewhere they would vanish below it.
  const pace = host => {
    const rows = JSON.parse(host.dataset.rows);
    const seconds = rows.slotMillis / 1000, count = rows.documents.length;
    const ago = rows.documents.map((_, i) => (i - count) * seconds);
    const values = rows.documents.map(each => each / seconds);
    const limit = Math.max(...values) * 4 > rows.ratePerSecond ? values.map(() => rows.ratePerSecond) : values.map(() => null);
    const words = i => `${-ago[i]} to ${-ago[i] - seconds} s ago\n${rate.format(values[i])} destroyed a second`;
    const shown = options(host, "documents", [
      { fill: colour("expired"), stroke: colour("expired"), width: 0, paths: bars, points: { show: false } },
      { ...line, stroke: colour("overdue"), dash: [6, 4] }], { setCursor: [tip(host, words)] }, false);
    shown.scales.x.time = false;
    shown.scales.x.range = [ago[0], 0];
    shown.axes[0].values = (_, splits) => splits.map(s => s < 0 ? `${-s / 60} min ago` : "now");
    shown.axes[0].incrs = [60, 120, 300, 600];
    shown.axes[0].space = 90;
    return new uPlot(shown, [ago, values, limit], host);
  };

  const kinds = { timeline, compare, pace };
  const labels = { timeline: "Plot of expired and expiring documents over time", compare: "Plot of the forecast before and after", pace: "Plot of what was destroyed a second over the past ten minutes" };

  const draw = host => {
    drawn.get(host)?.destroy();
    host.replaceChildren();
    const unit = host.dataset.unit || "documents";
    drawn.set(host, kinds[host.dataset.plot](host, unit));
    host.setAttribute("role", "img");
    host.setAttribute("aria-label", labels[host.dataset.plot]);
  };

  const all = root => (root.matches?.("[data-plot]") ? [root] : [...root.querySelectorAll("[data-plot]")]).forEach(draw);
  const again = () => {
    for (const host of drawn.keys()) host.isConnected ? draw(host) : drawn.delete(host);
  };

  let waiting = 0;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(again, 80); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  addEventListener("mayfly:theme", again);
  addEventListener("mayfly:plots", event => all(event.detail ?? document));
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-unit]");
    if (!button) return;
    const host = document.getElementById(button.dataset.for);
    button.parentElement.querySelectorAll("button").forEach(each => each.setAttribute("aria-pressed", String(each === button)));
    if (host) { host.dataset.unit = button.dataset.unit; draw(host); }
  });
  // The page is painted before its plots: they are large, and what is written above them is read first.
  const painted = new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  htmx.onLoad(part => painted.then(() => all(part)));
})();
