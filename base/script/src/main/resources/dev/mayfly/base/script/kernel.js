// The part of every interpreter that is ours: it takes a task from the host, carries it out, and answers, until the host ends it.
// Everything that it uses is taken before any script runs, so that a script can change it only for itself.
(function () {
  'use strict';
  const invoke = globalThis.java_invoke;
  const evaluate = globalThis.eval;
  const toText = String;
  const stringify = JSON.stringify;
  const apply = Reflect.apply;
  const entries = Object.create(null);
  const names = Object.getOwnPropertyNames;
  const PromiseOfKernel = Promise;
  const slice = String.prototype.slice;
  const indexOf = String.prototype.indexOf;

  function host(name, argument) {
    return invoke('call', toText(name), toText(argument));
  }

  function textOf(make) {
    try {
      return toText(make());
    } catch (unspeakable) {
      return '';
    }
  }

  function failure(thrown) {
    const message = textOf(() => thrown);
    const stack = textOf(() => (thrown !== null && typeof thrown === 'object' && thrown.stack) || '');
    return stringify([message, stack]);
  }

  function carryOut(task) {
    const line = apply(indexOf, task, ['\n']);
    const name = apply(slice, task, [0, line]);
    const argument = apply(slice, task, [line + 1]);
    return entries[name](argument);
  }

  // An entry that returns a promise has its jobs run until that is settled.
  async function loop() {
    let kind = 'ready';
    let text = '';
    for (;;) {
      const task = invoke(kind, '', text);
      try {
        const result = carryOut(task);
        const settled = result instanceof PromiseOfKernel ? await result : result;
        text = settled === undefined ? '' : toText(settled);
        kind = 'done';
      } catch (thrown) {
        text = failure(thrown);
        kind = 'thrown';
      }
    }
  }

  for (const name of ['java_invoke', 'Javy', 'plugin', 'console']) {
    delete globalThis[name];
  }
  const made = (LIBRARY)(host, evaluate);
  for (const name of names(made)) {
    entries[name] = made[name];
  }
  globalThis.mayflyLoop = loop;
})();
