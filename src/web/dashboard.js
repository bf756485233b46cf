// The dashboard's program: it listens to what happens, fetches the page again when something did, and puts
// the parts that changed in the place of the former ones. Without it every page still reads and every form works.
"use strict";

const REST_MS = 700;
const AGAIN_MS = 10000;
let timer = 0;
let last = 0;
let running = false;
let again = false;

/** Says how the connection stands, in a place that screen readers watch. */
function say(words, state) {
  const place = document.getElementById("live");
  if (!place || place.textContent === words) return;
  place.textContent = words;
  place.className = "live " + state;
}

/** Fetches the page again soon, however many events ask for it. */
function soon() {
  if (timer) return;
  timer = setTimeout(refresh, Math.max(60, last + REST_MS - Date.now()));
}

async function refresh() {
  timer = 0;
  if (running) { again = true; return; }
  running = true;
  try {
    const answer = await fetch(location.pathname + location.search, { cache: "no-store", credentials: "same-origin" });
    if (answer.status === 401) { location.assign("/login"); return; }
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // The stream of events says by itself that the connection is lost, and asks again once it is back.
  } finally {
    running = false;
    last = Date.now();
    if (again) { again = false; soon(); }
  }
}

/** Whether somebody is at work in a part, so that it must not be taken away. */
function inUse(part) {
  const at = document.activeElement;
  return part.contains(at) && at !== part && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) || part.querySelector(".grave[open]") !== null;
}

/** Puts the parts of a newer page in the place of ours. */
function take(page) {
  order(page);
  for (const fresh of page.querySelectorAll("[data-live][id]")) {
    const old = document.getElementById(fresh.id);
    if (!old || old.id === "bar" && keep(old, fresh) || inUse(old)) continue;
    for (const fold of old.querySelectorAll("details[open][id]")) {
      const same = fresh.querySelector("#" + CSS.escape(fold.id));
      if (same) same.open = true;
    }
    if (old.isEqualNode(fresh)) continue;
    const focus = old.contains(document.activeElement) ? path(old, document.activeElement) : null;
    const part = document.importNode(fresh, true);
    old.replaceWith(part);
    if (part.tagName === "TR") part.classList.add("fresh");
    if (focus) focus.reduce((node, at) => node && node.children[at], part)?.focus({ preventScroll: true });
  }
}

/** The bar keeps its status line, which only we write. */
function keep(old, fresh) {
  const [ours, theirs] = [old, fresh].map((bar) => bar.querySelector("#live"));
  if (ours && theirs) { theirs.textContent = ours.textContent; theirs.className = ours.className; }
  return false;
}

/** Where a node stands within another: the place among the children, level by level. */
function path(from, to) {
  const places = [];
  for (let node = to; node && node !== from; node = node.parentElement) {
    places.unshift([...node.parentElement.children].indexOf(node));
  }
  return places;
}

/** Brings the rows into the order of the newer page; new ones enter, and those that left go. */
function order(page) {
  const [old, fresh] = [document, page].map((one) => one.getElementById("rows"));
  const [was, is] = [document, page].map((one) => one.getElementById("list"));
  if (!old || !fresh) {
    if (was && is && !was.isEqualNode(is)) was.replaceWith(document.importNode(is, true));
    return;
  }
  const wanted = [...fresh.children].map((row) => row.id);
  for (const row of [...old.children]) if (!wanted.includes(row.id)) row.remove();
  wanted.forEach((id, at) => {
    const row = document.getElementById(id) ?? document.importNode(fresh.children[at], true);
    if (old.children[at] !== row && !(row.isConnected && inUse(row))) old.insertBefore(row, old.children[at] ?? null);
  });
}

function listen() {
  const next = document.body.dataset.next;
  if (next === undefined || !window.EventSource) return;
  const events = new EventSource("/api/v1/events?from=" + encodeURIComponent(next));
  events.onopen = () => { say("Live", "on"); };
  events.onerror = () => {
    say("Connecting again…", "off");
    // A refusal ends the stream for good; a loss does not.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  };
  for (const kind of ["record", "audit", "written"]) events.addEventListener(kind, soon);
  events.addEventListener("reset", () => location.reload());
  addEventListener("pagehide", () => events.close(), { once: true });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio") return;
  const links = { j: "a[rel=next]", k: "a[rel=prev]" };
  if (links[event.key]) document.querySelector(links[event.key])?.click();
  const field = document.getElementById("filter");
  if (event.key === "/" && field) { event.preventDefault(); field.focus(); }
}

addEventListener("keydown", keys);
for (const field of document.querySelectorAll(".filters select, .filters input[type=checkbox]")) {
  field.addEventListener("change", () => field.form.requestSubmit());
}
listen();
