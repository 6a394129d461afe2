// The pages do more than show: they ask the admin API for changes, count down, follow events and keep the theme.
(() => {
  "use strict";
  const token = document.querySelector('meta[name="token"]').content;
  const root = document.documentElement;
  const find = (selector, within = document) => within.querySelector(selector);

  const SILENCE = "The server does not answer. Nothing is known to have been changed.";

  // Whatever htmx asks for carries the token, too.
  document.addEventListener("htmx:configRequest", event => { event.detail.headers["X-Mayfly-Token"] = token; });

  const toast = (words, bad) => {
    const box = document.createElement("div");
    box.className = bad ? "toast bad" : "toast";
    box.textContent = words;
    find("#toasts").append(box);
    setTimeout(() => box.remove(), bad ? 12000 : 6000);
  };

  const confirmed = words => new Promise(resolve => {
    const dialog = find("#confirm");
    find("#confirm-words").textContent = words;
    dialog.returnValue = "no";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });

  // A name with dots is a path, numbers in it are places of an array; what is left empty is left out.
  const put = (target, path, value) => {
    path.slice(0, -1).forEach((name, i) => { target = target[name] ??= /^\d+$/.test(path[i + 1]) ? [] : {}; });
    target[path.at(-1)] = value;
  };
  const typed = (field, value) => {
    switch (field.dataset.type) {
      case "number": return Number(value);
      case "auto": return /^\d+$/.test(value) ? Number(value) : value;
      case "json": return JSON.parse(value);
      default: return value;
    }
  };
  const bodyOf = form => {
    const body = {}, initial = JSON.parse(form.dataset.initial ?? "{}");
    for (const field of form.elements) {
      if (!field.name || field.disabled || field.dataset.path !== undefined || (field.type === "radio" && !field.checked)) continue;
      const path = field.name.split(".");
      if (field.type === "checkbox") { if (field.checked || field.dataset.always !== undefined) put(body, path, field.checked); continue; }
      const value = field.value.trim();
      if (value === "" || field.dataset.with !== undefined && field.checked) continue;
      if (initial[field.name] !== value) put(body, path, typed(field, value));
    }
    // A rule that says no time is none; a date to count from takes the place of a write.
    for (const name of ["fields", "properties"]) {
      const rules = body.rules?.[name]?.filter(rule => rule?.after !== undefined);
      if (rules === undefined) continue;
      rules.forEach(rule => { if (rule.at !== undefined) delete rule.from; });
      body.rules[name] = rules;
      if (rules.length === 0) delete body.rules[name];
    }
    if (body.rules && Object.keys(body.rules).length === 0) delete body.rules;
    return body;
  };

  const send = async (method, url, body) => {
    const headers = { "X-Mayfly-Token": token, Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin" })
      .catch(() => { throw new Error(SILENCE); });
    const text = await answer.text();
    let value = {};
    try { value = text ? JSON.parse(text) : {}; } catch { /* No JSON: only the status tells. */ }
    if (!answer.ok) throw Object.assign(new Error(value?.error?.message ?? `The server answered with status ${answer.status}.`), { answer: value });
    return value;
  };

  document.addEventListener("htmx:sendError", () => toast(SILENCE, true));

  // What a form says of its own address: the fields marked for the path.
  const addressOf = (form, pattern) => pattern.replace(/\{(\w+)\}/g, (whole, name) => form.elements[name]?.dataset.path === undefined ? whole : encodeURIComponent(form.elements[name].value.trim()));
  const words = (pattern, value) => pattern.replace(/\{(\w+)\}/g, (_, name) => value?.[name] ?? "");

  // A change that would expire documents at once is not made: what it would do is shown, and the button that makes it says how many.
  const asks = form => find("[data-expire]", form) !== null;
  const ask = (form, answer) => {
    const button = find("[data-expire]", form), cancel = find("[data-cancel]", form), place = find("[data-error]", form);
    const isAsked = answer?.error?.code === "would_expire";
    const documents = isAsked ? answer.dryRun.expires.now.documents : 0, properties = isAsked ? answer.dryRun.properties?.expires.now ?? 0 : 0;
    const all = documents + properties;
    button.hidden = cancel.hidden = all === 0;
    find("[data-apply]", form).hidden = all > 0;
    button.dataset.expire = "";
    if (all === 0) return;
    const counted = (number, one, many) => number === 0 ? [] : [`${number.toLocaleString("en")} ${number === 1 ? one : many}`];
    const what = [...counted(documents, "document", "documents"), ...counted(properties, "property", "properties")].join(" and ");
    place.textContent = `${what} would expire at once. Nothing has been changed yet.`;
    button.textContent = `Expire ${all.toLocaleString("en")} now`;
    button.dataset.expire = JSON.stringify(answer.dryRun.exact ? { maxExpire: all, confirm: true } : { confirm: true });
    cancel.focus();
    showDryRun(find("[data-dry-run]", form));
  };
  // The question is withdrawn when the form changes or is closed.
  const withdraw = form => {
    if (!asks(form)) return;
    find("[data-error]", form).hidden = true;
    ask(form);
  };
  // A change that is not agreed to expires nothing, unless the form itself names a number.
  const changeOf = (form, submitter) => {
    const body = bodyOf(form);
    if (!asks(form)) return body;
    if (!submitter?.dataset.expire) return { maxExpire: 0, ...body };
    delete body.maxExpire;
    return { ...body, ...JSON.parse(submitter.dataset.expire) };
  };
  const showDryRun = button => htmx.ajax("GET", `${button.dataset.dryRun}?policy=${encodeURIComponent(JSON.stringify(bodyOf(button.form)))}`, { target: "#dry-run", swap: "innerHTML" });
  document.addEventListener("input", event => { if (event.target.form) withdraw(event.target.form); });
  document.addEventListener("close", event => event.target.querySelectorAll("form").forEach(withdraw), true);

  // Each token stands under its role, to be copied.
  const showTokens = (place, tokens) => {
    const element = (name, text, attributes = {}) => Object.assign(document.createElement(name), { textContent: text }, attributes);
    place.replaceChildren(...tokens.flatMap(({ role, token }) => {
      const snippet = element("div", "", { className: "snippet" }), text = element("pre", token, { tabIndex: 0 }), button = element("button", "Copy", { type: "button", className: "small-button" });
      text.setAttribute("aria-label", `Token for ${role}`);
      button.setAttribute("aria-label", `Copy the token for ${role}`);
      button.dataset.copy = "";
      snippet.append(text, button);
      return [element("h3", role), snippet];
    }));
    if (tokens.length === 0) place.append(element("p", "This user has no permission, hence no token."));
  };

  // A form with data-api asks the API itself: with what its fields say, as JSON.
  document.addEventListener("submit", async event => {
    const form = event.target.closest("form[data-api]");
    if (!form) return;
    event.preventDefault();
    const { api: method, confirm, then, ok } = form.dataset;
    const must = form.dataset.must;
    if (must !== undefined && form.elements.must.value !== must) {
      find("[data-error]", form).textContent = `Write ${must} to drop it.`;
      find("[data-error]", form).hidden = false;
      return;
    }
    if (confirm && !await confirmed(confirm)) return;
    const buttons = [...form.querySelectorAll("button")];
    const enable = enabled => buttons.forEach(each => { each.disabled = !enabled; });
    enable(false);
    try {
      const body = method === "DELETE" ? undefined : changeOf(form, event.submitter);
      const value = await send(method, words(addressOf(form, form.getAttribute("action")), body), body);
      const progress = find("[data-progress]", form);
      const ended = progress && value.state ? await mayfly.follow(value, progress, told => told.state === "done" ? "Done." : "It did not end well.") : value;
      if (progress && ended.state !== "done") throw new Error(ended.error ?? "It was cancelled.");
      if (then === "reload") {
        if (ok) sessionStorage.setItem("mayfly-toast", words(ok, value));
        location.reload();
      } else if (then === "tokens") {
        showTokens(find("[data-tokens]", form), value.items);
      } else if (then?.startsWith("/")) {
        location.assign(addressOf(form, then));
      } else {
        toast(words(ok ?? "Done.", value));
      }
    } catch (failure) {
      const place = find("[data-error]", form);
      if (place) { place.textContent = failure.message; place.hidden = false; } else toast(failure.message, true);
      enable(true);
      if (asks(form)) ask(form, failure.answer);
    } finally {
      enable(true);
    }
  });

  const showStored = () => {
    const words = sessionStorage.getItem("mayfly-toast");
    sessionStorage.removeItem("mayfly-toast");
    if (words) toast(words);
  };

  const setTheme = theme => {
    root.dataset.theme = theme;
    document.cookie = `mayfly-theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
    document.querySelectorAll("[data-set-theme]").forEach(each => each.setAttribute("aria-pressed", String(each.dataset.setTheme === theme)));
    dispatchEvent(new Event("mayfly:theme"));
  };

  const copy = async button => {
    const text = find("pre, code", button.parentElement).textContent;
    try { await navigator.clipboard.writeText(text); } catch { getSelection().selectAllChildren(find("pre, code", button.parentElement)); return; }
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1500);
  };

  document.addEventListener("click", event => {
    const at = selector => event.target.closest(selector);
    const theme = at("[data-set-theme]"), opener = at("[data-open]"), closer = at("[data-close]"), copier = at("[data-copy]"), menu = at(".menu"), dry = at("[data-dry-run]"), remover = at("[data-off]");
    if (theme) setTheme(theme.dataset.setTheme);
    if (opener) {
      find(opener.dataset.open).showModal();
      htmx.trigger(opener.dataset.open, "opened");
    }
    if (closer) closer.closest("dialog").close();
    if (copier) copy(copier);
    if (menu) menu.setAttribute("aria-expanded", String(find(".drop").classList.toggle("open")));
    if (dry) showDryRun(dry);
    if (remover) {
      const field = remover.form.elements[remover.dataset.off];
      field.value = "off";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    }
  });
  document.addEventListener("change", event => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
    const shows = event.target.closest("[data-shows]");
    if (shows) (shows.form ?? shows.closest("form")).querySelectorAll("[data-shown-by]").forEach(each => { each.hidden = !each.dataset.shownBy.split(" ").includes(event.target.value); each.querySelectorAll("input, select, textarea").forEach(field => { field.disabled = each.hidden; }); });
  });

  // Time left, by the server's clock: a virtual one that stands still counts nothing down.
  let loadedAt = performance.now();
  const now = () => Number(root.dataset.now) + (root.dataset.frozen === "true" ? 0 : performance.now() - loadedAt);
  const units = [[31536e6, "y", 864e5, "d"], [864e5, "d", 36e5, "h"], [36e5, "h", 6e4, "min"], [6e4, "min", 1e3, "s"]];
  const left = millis => {
    if (millis < 6e4) return `${Math.ceil(millis / 1e3)} s`;
    const [unit, name, smaller, smallerName] = units.find(([size]) => millis >= size);
    const rest = Math.floor(millis % unit / smaller);
    return `${Math.floor(millis / unit).toLocaleString("en")} ${name}${rest ? ` ${rest} ${smallerName}` : ""}`;
  };
  const tick = () => {
    const instant = now();
    document.querySelectorAll("[data-until]").forEach(each => {
      const millis = Number(each.dataset.until) - instant;
      each.textContent = millis > 0 ? left(millis) : each.dataset.gone ?? "expired";
      each.classList.toggle("soon", millis > 0 && millis < 6e4);
      each.classList.toggle("gone", millis <= 0);
    });
    const clock = find("[data-clock]");
    if (clock) clock.textContent = new Date(instant).toISOString().slice(0, 19).replace("T", " ");
  };

  const isTold = (millis, frozen) => { root.dataset.now = millis; root.dataset.frozen = String(frozen); loadedAt = performance.now(); tick(); };

  // A part marked as fresh is taken from the same page, or from the one it names, asked for again; a plot that is looked at stays as it is, and so
  // does what has the focus. Pages without such parts ask only what time it is, and so whether anybody is there.
  const take = page => {
    for (const part of document.querySelectorAll("[data-fresh]")) {
      const next = page.getElementById(part.id);
      if (!next || part.matches(":hover") && part.dataset.plot || part.contains(document.activeElement) || find("details[open]", part)) continue;
      if (!part.dataset.plot) part.replaceWith(document.adoptNode(next));
      else if (part.dataset.rows !== next.dataset.rows) {
        part.dataset.rows = next.dataset.rows;
        dispatchEvent(new CustomEvent("mayfly:plots", { detail: part }));
      }
    }
    const { now: told, frozen } = page.documentElement.dataset;
    if (told) isTold(told, frozen);
  };
  const look = async () => {
    const fresh = find("[data-fresh]");
    const answer = await fetch(fresh ? fresh.dataset.fresh || location.href : "/api/v1/clock", { headers: { "X-Mayfly-Token": token, Accept: fresh ? "text/html" : "application/json" }, credentials: "same-origin" });
    if (answer.redirected) return location.reload();
    if (!answer.ok) return;
    if (fresh) return take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    const clock = await answer.json();
    isTold(clock.now.epochMillis, clock.frozen === true);
  };
  const EVERY = 10000, SHARE = 20;
  const watch = async () => {
    const begun = performance.now(), silent = find("#silent");
    if (!document.hidden) {
      try {
        await look();
        silent.hidden = true;
      } catch {
        if (silent.hidden) find("span", silent).textContent = new Date(now()).toISOString().slice(0, 19).replace("T", " ");
        silent.hidden = false;
      }
    }
    // A page that is dear to make is asked for less often.
    setTimeout(watch, Math.max(EVERY, SHARE * (performance.now() - begun)));
  };

  // Events as they come; what is in them is text, never markup.
  const follow = table => {
    const body = find("tbody", table), state = find("#live"), most = 200;
    const cell = (row, text, name) => {
      const td = document.createElement("td");
      if (name) td.className = name;
      td.textContent = text;
      row.append(td);
    };
    const link = (row, text, address, name) => {
      cell(row, "", name);
      const a = document.createElement("a");
      a.href = address;
      a.textContent = text;
      row.lastElementChild.append(a);
    };
    const time = instant => instant?.iso?.slice(0, 19).replace("T", " ") ?? "";
    const add = event => {
      const value = JSON.parse(event.data);
      const path = `/console/collections/${[value.face, value.database, value.collection].map(encodeURIComponent).join("/")}`;
      const row = document.createElement("tr");
      cell(row, time(value.announcedAt), "mono");
      link(row, value.key, `${path}/documents?order=key&id=${encodeURIComponent(value.key)}`, "id");
      link(row, `${value.face}/${value.database}/${value.collection}`, path, "place");
      cell(row, value.kind ?? event.type);
      cell(row, value.reason ?? "");
      cell(row, value.rule ?? "", "rule");
      cell(row, time(value.deadline), "mono");
      body.prepend(row);
      find("#no-events")?.remove();
      while (body.rows.length > most) body.lastElementChild.remove();
    };
    const source = new EventSource(table.dataset.follow);
    const say = (words, on) => { state.textContent = words; state.classList.toggle("on", on); };
    source.onopen = () => say("live", true);
    source.onerror = () => say(source.readyState === EventSource.CLOSED ? "not available" : "connecting again", false);
    source.onmessage = add;
    ["expired", "brought-back", "brought_back", "broughtBack", "restored"].forEach(kind => source.addEventListener(kind, add));
    const pause = find("#pause");
    pause?.addEventListener("click", () => { source.close(); say("stopped", false); pause.disabled = true; });
  };

  // What has come to its deadline is seen to go; a moment later the lists are asked for again.
  let listing = false, listedAt = performance.now();
  const list = async () => {
    const part = find("[data-doomed]");
    if (!part || listing || document.hidden || part.contains(document.activeElement)) return;
    const isDue = [...part.querySelectorAll("[data-until]")].some(each => Number(each.dataset.until) <= now());
    const since = performance.now() - listedAt;
    if (since < (isDue ? 1500 : 6000)) return;
    listing = true;
    try {
      const answer = await fetch(part.dataset.doomed, { headers: { "X-Mayfly-Token": token, "HX-Request": "true" }, credentials: "same-origin" });
      if (answer.status === 200) {
        const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-doomed]");
        if (next) part.replaceWith(document.adoptNode(next));
        tick();
      }
    } catch { /* The watch says that nobody answers. */ }
    listing = false;
    listedAt = performance.now();
  };

  // A slider moves a lifetime, and what it would do moves with it.
  const steps = ["1m", "5m", "15m", "30m", "1h", "3h", "6h", "12h", "1d", "2d", "3d", "7d", "14d", "30d", "60d", "90d", "180d", "365d"];
  let sliding = 0;
  document.addEventListener("input", event => {
    const slider = event.target.closest("[data-slides]");
    if (!slider) return;
    const field = slider.form.elements[slider.dataset.slides];
    const target = field instanceof RadioNodeList ? [...field].find(each => each.type === "text") : field;
    target.value = steps[slider.value];
    slider.setAttribute("aria-valuetext", steps[slider.value]);
    clearTimeout(sliding);
    sliding = setTimeout(() => showDryRun(find("[data-dry-run]", slider.form)), 150);
  });

  showStored();
  tick();
  if (find("[data-doomed]")) setInterval(list, 500);
  setInterval(tick, 1000);
  if (find("nav[aria-label=Console]")) setTimeout(watch, EVERY);
  document.addEventListener("htmx:load", tick);
  document.querySelectorAll("[data-follow]").forEach(follow);
})();
