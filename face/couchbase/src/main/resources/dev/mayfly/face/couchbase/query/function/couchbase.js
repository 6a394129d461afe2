// What a function of N1QL that is JavaScript finds.
(function (host, evaluate) {
  'use strict';
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const construct = Reflect.construct;
  const apply = Reflect.apply;
  const FunctionOfText = Function;
  const test = RegExp.prototype.test;
  const functions = Object.create(null);

  // The rows of a query, which a script loops over and may close.
  globalThis.N1QL = function (statement, parameters) {
    const answer = parse(host('query', stringify({ statement, parameters })));
    if (answer.rows === undefined) {
      throw Object.assign(new Error(answer.error), { code: answer.code });
    }
    return Object.defineProperty(answer.rows, 'close', { value: () => undefined });
  };

  // The source is a library of its own, in which the function has the name under which it is called.
  function made(name, source) {
    const isName = apply(test, /^[A-Za-z_$][\w$]*$/, [name]);
    const last = isName ? '\n;return typeof ' + name + " === 'function' ? " + name + ' : undefined;' : '';
    return construct(FunctionOfText, [source + last]);
  }

  return {
    check(text) {
      const { name, source } = parse(text);
      made(name, source);
    },
    define(text) {
      const { id, name, source } = parse(text);
      const called = apply(made(name, source), undefined, []);
      if (typeof called !== 'function') {
        throw new ReferenceError('The library has no function ' + name + '.');
      }
      functions[id] = called;
    },
    evaluate(text) {
      const { id, values } = parse(text);
      const result = stringify(apply(functions[id], undefined, values));
      return result === undefined ? 'null' : result;
    },
  };
})
