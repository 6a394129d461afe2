// Documents are edited as text, so that no number loses a digit; what is changed in bulk is tried first.
(() => {
  "use strict";
  const token = document.querySelector('meta[name="token"]').content;
  const find = (selector, within = document) => within.querySelector(selector);
  const SILENCE = "The server does not answer. Nothing is known to have been changed.";

  const ask = async (method, url, text) => {
    const headers = { "X-Mayfly-Token": token, Accept: "application/json", "Content-Type": "application/json" };
    const answer = await fetch(url, { method, headers, body: text, credentials: "same-origin" }).catch(() => { throw new Error(SILENCE); });
    const value = await answer.json().catch(() => ({}));
    if (!answer.ok) throw Object.assign(new Error(value?.error?.message ?? `The server answered with status ${answer.status}.`), { code: value?.error?.code });
    return value;
  };
  const query = values => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
    return given.length ? `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}` : "";
  };
  const fail = (form, words) => { const place = find("[data-error]", form); place.textContent = words; place.hidden = !words; };

  // The parameters by which the document of an editor is addressed.
  const addressed = form => ({ id: form.dataset.id || form.elements.key?.value.trim(), lifetime: form.elements.lifetime?.value.trim() });

  const words = preview => {
    if (preview.hidden) return "Written so it would be expired from its first moment on.";
    if (!preview.deadline) return "Written so it would never expire.";
    const seconds = Math.round(preview.timeLeftMillis / 1000);
    const left = seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.round(seconds / 60)} min` : seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
    return `Written so it would expire at ${preview.deadline.iso.slice(0, 19).replace("T", " ")} UTC, in ${left}, by ${preview.rule}.`;
  };
  let waiting = 0, asked = 0;
  const preview = form => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const mine = ++asked, place = find("[data-preview]", form);
      let told, bad = false;
      try {
        const { id, lifetime } = addressed(form);
        told = words(await ask("POST", `${form.dataset.editor}/preview${query({ id, lifetime })}`, form.elements.text.value));
      } catch (failure) { told = failure.message; bad = true; }
      if (mine !== asked) return;
      place.textContent = told;
      place.classList.toggle("note", bad);
      place.classList.toggle("muted", !bad);
    }, 200);
  };
  const save = async (form, version) => {
    const { id, lifetime } = addressed(form), isNew = !form.dataset.id;
    const url = isNew
      ? `${form.dataset.editor}/documents${query({ id, lifetime })}`
      : `${form.dataset.editor}/documents/${encodeURIComponent(id)}${query({ lifetime, ifVersion: version })}`;
    fail(form, "");
    find("[data-overwrite]", form).hidden = true;
    try {
      const written = await ask(isNew ? "POST" : "PUT", url, form.elements.text.value);
      sessionStorage.setItem("mayfly-toast", isNew ? "It is written." : "It is saved.");
      location.assign(form.dataset.page + encodeURIComponent(written.id));
    } catch (failure) {
      const isOther = failure.code === "changed" && !isNew;
      fail(form, isOther ? `${failure.message}. Your text is still here: copy it and load the page again, or write it over what is there now.` : failure.message);
      find("[data-overwrite]", form).hidden = !isOther;
    }
  };

  // An operation is asked for its progress until it ends.
  const follow = async (operation, place, then) => {
    place.replaceChildren();
    const bar = document.createElement("progress"), said = document.createElement("p"), cancel = document.createElement("button");
    bar.max = 1;
    bar.setAttribute("aria-label", "Progress");
    cancel.type = "button";
    cancel.textContent = "Cancel";
    cancel.addEventListener("click", () => ask("DELETE", `/api/v1/operations/${operation.id}`));
    place.append(bar, said, cancel);
    while (operation.state === "running") {
      if (operation.total) bar.value = operation.done / operation.total;
      said.textContent = `${operation.done.toLocaleString("en")}${operation.total ? ` of ${operation.total.toLocaleString("en")}` : ""} ${operation.unit}`;
      await new Promise(resolve => setTimeout(resolve, 300));
      operation = await ask("GET", `/api/v1/operations/${operation.id}`);
    }
    bar.remove();
    cancel.remove();
    said.className = operation.state === "done" ? "good" : "notice";
    said.textContent = then(operation);
    return operation;
  };
  const outcome = operation => {
    if (operation.state !== "done") return operation.error ?? "It was cancelled; what was done until then stays.";
    const { changed, failed, failures } = operation.result;
    return `${changed.toLocaleString("en")} changed.${failed ? ` ${failed.toLocaleString("en")} were not, such as ${failures[0].id}: ${failures[0].reason}` : ""}`;
  };

  const bulkOf = (form, more) => {
    const body = { where: form.elements.where.value, ...more };
    for (const name of ["lifetime", "name", "reason"]) {
      const field = form.elements[name];
      if (!field.disabled && field.value.trim()) body[name] = field.value.trim();
    }
    return JSON.stringify(body);
  };
  const verbs = { touch: "Touch", hold: "Hold", delete: "Delete" };
  const plan = async form => {
    const place = find("[data-plan]", form), carryOut = find("[data-carry-out]", form), action = form.elements.action.value;
    carryOut.hidden = true;
    fail(form, "");
    try {
      const found = await ask("POST", form.dataset.bulk + action, bulkOf(form, { dryRun: true }));
      const count = found.documents.toLocaleString("en"), noun = found.documents === 1 ? "document" : "documents";
      const said = document.createElement("p");
      said.className = found.documents ? "note" : "good";
      said.textContent = found.documents ? `${count} ${noun} ${found.whole ? "" : `found among the first ${found.lookedAt.toLocaleString("en")}; there may be more. `}${found.samples.length ? `Such as ${found.samples.slice(0, 5).join(", ")}` : ""}` : "Nothing is found.";
      place.replaceChildren(said);
      carryOut.hidden = found.documents === 0;
      carryOut.textContent = `${verbs[action]} ${count} ${noun}`;
      carryOut.dataset.carryOut = String(found.documents);
    } catch (failure) { fail(form, failure.message); }
  };
  const carryOut = async form => {
    const button = find("[data-carry-out]", form), atMost = Number(button.dataset.carryOut);
    button.hidden = true;
    try {
      const operation = await ask("POST", form.dataset.bulk + form.elements.action.value, bulkOf(form, { atMost }));
      await follow(operation, find("[data-plan]", form), outcome);
    } catch (failure) { fail(form, failure.message); }
  };

  // A file goes in parts of whole lines, each answered before the next; a part that was taken stays.
  const PART = 1 << 20;
  const load = async form => {
    const place = find("[data-transfer]", form.parentElement), file = form.elements.file.files[0];
    const bar = document.createElement("progress"), said = document.createElement("p"), cancel = document.createElement("button");
    bar.max = file.size || 1;
    bar.setAttribute("aria-label", "Imported");
    cancel.type = "button";
    cancel.textContent = "Cancel";
    let operation, isCancelled = false, written = 0, kept = 0, failed = 0, first;
    cancel.addEventListener("click", () => { isCancelled = true; });
    place.replaceChildren(bar, said, cancel);
    try {
      for (let from = 0; from < file.size && !isCancelled;) {
        let size = PART, part, end;
        for (;;) {
          part = new Uint8Array(await file.slice(from, from + size).arrayBuffer());
          end = from + part.length >= file.size ? part.length : part.lastIndexOf(10) + 1;
          if (end > 0) break;
          size *= 2;
        }
        const until = from + end;
        const given = { operation, expiry: form.elements.expiry.value, existing: form.elements.existing.value, plain: form.elements.plain.checked || undefined, more: until < file.size, offset: from, total: file.size };
        const took = await ask("POST", form.dataset.import + query(given), part.subarray(0, end));
        operation = took.operation;
        written += took.written;
        kept += took.kept;
        failed += took.failed;
        first ??= took.failures[0];
        from = until;
        bar.value = from;
        said.textContent = `${written.toLocaleString("en")} written`;
      }
      if (isCancelled && operation) await ask("DELETE", `/api/v1/operations/${operation}`);
      said.className = failed ? "notice" : "good";
      said.textContent = `${isCancelled ? "Cancelled. " : ""}${written.toLocaleString("en")} written, ${kept.toLocaleString("en")} were there already, ${failed.toLocaleString("en")} failed.${first ? ` Line ${first.line}: ${first.reason}` : ""}`;
    } catch (failure) {
      said.className = "notice";
      said.textContent = failure.message;
    }
    bar.remove();
    cancel.remove();
  };
  // An export is read as it comes, so that its progress is seen and it can be given up.
  const unload = async button => {
    const place = find("[data-transfer]", button.closest("section"));
    const said = document.createElement("p"), cancel = document.createElement("button"), control = new AbortController();
    cancel.type = "button";
    cancel.textContent = "Cancel";
    cancel.addEventListener("click", () => control.abort());
    place.replaceChildren(said, cancel);
    try {
      const answer = await fetch(button.dataset.export, { headers: { "X-Mayfly-Token": token }, credentials: "same-origin", signal: control.signal });
      if (!answer.ok) throw new Error((await answer.json())?.error?.message);
      const parts = [], reader = answer.body.getReader();
      let bytes = 0;
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        parts.push(value);
        bytes += value.length;
        said.textContent = `${(bytes / 1024).toLocaleString("en", { maximumFractionDigits: 1 })} KiB read`;
      }
      const a = document.createElement("a");
      a.href = URL.createObjectURL(new Blob(parts, { type: "application/jsonl" }));
      a.download = button.dataset.name;
      a.click();
      URL.revokeObjectURL(a.href);
      said.className = "good";
      said.textContent = `${button.dataset.name}: ${(bytes / 1024).toLocaleString("en", { maximumFractionDigits: 1 })} KiB.`;
    } catch (failure) {
      said.className = "notice";
      said.textContent = failure.name === "AbortError" ? "It was cancelled." : failure.message;
    }
    cancel.remove();
  };

  document.addEventListener("input", event => {
    const editor = event.target.closest("form[data-editor]"), bulk = event.target.closest("form[data-bulk]");
    if (editor) preview(editor);
    if (bulk) find("[data-carry-out]", bulk).hidden = true;
  });
  document.addEventListener("click", event => {
    const opener = event.target.closest("[data-open]"), overwrite = event.target.closest("[data-overwrite]"), carry = event.target.closest("[data-carry-out]");
    const editor = opener && find(`${opener.dataset.open} form[data-editor]`);
    if (editor && editor.dataset.id) preview(editor);
    if (overwrite) save(overwrite.form, undefined);
    if (carry) carryOut(carry.form);
    const unloads = event.target.closest("[data-export]");
    if (unloads) unload(unloads);
  });
  document.addEventListener("submit", event => {
    const editor = event.target.closest("form[data-editor]"), bulk = event.target.closest("form[data-bulk]"), file = event.target.closest("form[data-import]");
    if (!editor && !bulk && !file) return;
    event.preventDefault();
    if (file) return load(file);
    if (editor) save(editor, editor.dataset.version);
    else plan(bulk);
  });
  // Names, keywords and functions are offered while a query is typed; Tab takes the first.
  const wordAt = field => /[$\w.]*$/.exec(field.value.slice(0, field.selectionStart))[0];
  const offered = (form, word) => word.length < 2 ? [] : JSON.parse(form.dataset.words).filter(each => each.toLowerCase().startsWith(word.toLowerCase()) && each !== word).slice(0, 8);
  const take = (field, word, whole) => {
    const from = field.selectionStart - word.length;
    field.setRangeText(whole, from, field.selectionStart, "end");
    offer(field);
  };
  const offer = field => {
    const form = field.form, list = find("[data-offer]", form), word = wordAt(field), words = offered(form, word);
    list.hidden = words.length === 0;
    list.replaceChildren(...words.map(each => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.className = "small-button";
      button.textContent = each;
      button.addEventListener("click", () => { take(field, word, each); field.focus(); });
      item.append(button);
      return item;
    }));
  };
  // What was asked is remembered by this browser alone.
  const queries = document.querySelector("form[data-query]");
  const remembered = () => JSON.parse(localStorage.getItem(`mayfly-asked-${queries.dataset.query}`) ?? "[]");
  const listAsked = () => {
    const chooser = find("[data-history]", queries);
    chooser.replaceChildren(chooser.options[0], ...remembered().map((each, i) => new Option(Object.values(each).find(text => text && text !== "{}") ?? "{}", String(i + 1))));
  };
  const remember = () => {
    const asked = Object.fromEntries([...queries.querySelectorAll("textarea")].map(each => [each.name, each.value]));
    const others = remembered().filter(each => JSON.stringify(each) !== JSON.stringify(asked));
    localStorage.setItem(`mayfly-asked-${queries.dataset.query}`, JSON.stringify([asked, ...others].slice(0, 20)));
    listAsked();
  };
  if (queries) {
    listAsked();
    find("[data-history]", queries).addEventListener("change", event => {
      const asked = remembered()[Number(event.target.value) - 1];
      for (const [name, text] of Object.entries(asked ?? {})) queries.elements[name].value = text;
    });
    queries.addEventListener("htmx:beforeRequest", remember);
    queries.addEventListener("input", event => { if (event.target.matches("textarea")) offer(event.target); });
    queries.addEventListener("keydown", event => {
      const first = find("[data-offer]:not([hidden]) button", queries);
      if (event.target.matches("textarea") && event.key === "Tab" && !event.shiftKey && first) { event.preventDefault(); take(event.target, wordAt(event.target), first.textContent); }
      if (event.key === "Escape") find("[data-offer]", queries).hidden = true;
    });
    // A mistake is shown under its place.
    document.body.addEventListener("htmx:afterSwap", event => {
      const notice = find("#answer > .notice"), place = notice && /line (\d+), column (\d+)/.exec(notice.textContent);
      if (!place || event.target.id !== "answer") return;
      const field = ["filter", "sort", "pipeline"].map(name => queries.elements[name]).find(each => each && notice.textContent.startsWith(`the ${each.name} `)) ?? queries.elements.statement ?? queries.elements.filter;
      const [line, column] = [Number(place[1]), Number(place[2])], lines = field.value.split("\n");
      const shown = document.createElement("pre");
      shown.textContent = `${lines[line - 1] ?? ""}\n${" ".repeat(Math.max(0, column - 1))}^`;
      notice.after(shown);
      field.setAttribute("aria-invalid", "true");
      field.focus();
      field.selectionStart = field.selectionEnd = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    });
  }
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-rows-file]");
    if (!button) return;
    const answer = await ask("POST", button.dataset.rowsFile, JSON.stringify({ ...JSON.parse(button.dataset.question), limit: 1000 }));
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([answer.items.map(each => JSON.stringify(each)).join("\n") + "\n"], { type: "application/jsonl" }));
    a.download = button.dataset.name;
    a.click();
    URL.revokeObjectURL(a.href);
  });
  // A link may lead to an editor that is open.
  const opened = location.hash && find(`dialog${location.hash} form[data-editor]`);
  if (opened) { opened.closest("dialog").showModal(); preview(opened); }

  // The keys of every editor: save, and an indent that leaves the field by Escape first.
  document.addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form?.matches("[data-editor], [data-bulk], [data-query]")) event.target.form.requestSubmit();
  });

  window.mayfly = { ask, follow };
})();
