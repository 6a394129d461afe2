package dev.mayfly.base.script;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Scripts that try to break out, to never end, or to use up the machine; each is one of many forms, with parts drawn at random. */
final class HostileScripts {
    /** What a script does in the end; N stands for a number. */
    private static final List<String> DEEDS = List.of(
            "for (;;);",
            "while (true) { N + 1; }",
            "do { var x = Math.sqrt(N); } while (x >= 0 || x < 0 || true);",
            "label: for (;;) { continue label; }",
            "var a = []; for (;;) a.push(N);",
            "var s = 'x'; for (;;) s += s;",
            "'x'.repeat(N * 1000000);",
            "'x'.padEnd(2 ** 29);",
            "new Array(N * 100000).fill('y').join('z'.repeat(1000));",
            "var m = new Map(); for (var i = 0; ; i++) m.set({i: i}, 'v' + i);",
            "new ArrayBuffer(N * 10000000);",
            "var all = []; for (;;) all.push(new Uint8Array(N * 1000));",
            "(function f() { f(); })();",
            "(function f(n) { return n + f(n + 1) + f(n + 2); })(N);",
            "var o = {}; for (var i = 0; i < N * 1000; i++) o = {o: o}; JSON.stringify(o);",
            "var o = {}; o.o = o; JSON.stringify(o);",
            "JSON.parse('['.repeat(N * 10000));",
            "/(a+)+$/.test('a'.repeat(N + 30) + 'b');",
            "/(.*)*(.*)*(.*)*x/.exec('y'.repeat(N * 10));",
            "new RegExp('(' + 'a|'.repeat(N * 100) + 'b)*c').test('a'.repeat(N * 10));",
            "'a'.repeat(N * 10000).split('').sort(function () { return Math.random() - 0.5; });",
            "[1, 2].sort(function () { for (;;); });",
            "Object.defineProperty({}, 'x', {get: function () { for (;;); }}).x;",
            "({toString: function () { for (;;); }}) + '';",
            "({valueOf: function () { throw {toString: function () { throw 1; }}; }}) + N;",
            "new Proxy({}, {get: function (t, k, r) { return r[k]; }}).x;",
            "new Proxy(function () {}, {apply: function (t, self, a) { return self(a); }})();",
            "(function go() { Promise.resolve().then(go); })();",
            "(async function () { for (;;) await null; })();",
            "(async function () { await {then: function (r) { for (;;); }}; })();",
            "(function* () { for (;;) yield N; })().next(); for (var x of (function* () { for (;;) yield 1; })());",
            "Object.prototype.toJSON = function () { for (;;); }; JSON.stringify({});",
            "Object.prototype.length = N; Array.prototype.push = null; String.prototype.slice = function () { return 'x'; };",
            "String.prototype.indexOf = function () { return N; }; String.prototype.split = null; Array.isArray = null;",
            "JSON.parse = JSON.stringify = function () { return '{}'; }; Reflect.apply = null; Promise = null;",
            "Object.freeze(globalThis); Object.freeze(Object.prototype); Object.freeze(Array.prototype);",
            "for (var k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k]; } catch (e) {} }",
            "for (var k of Object.getOwnPropertyNames(globalThis)) { try { globalThis[k] = N; } catch (e) {} }",
            "eval('for (;;);');",
            "new Function('return this')().constructor.constructor('for (;;);')();",
            "(0, eval)('var a' + N + ' = 1; '.repeat(N * 1000));",
            "import('fs'); require('fs');",
            "java.lang.System.exit(1);",
            "Java.type('java.lang.Runtime').getRuntime().exec('true');",
            "process.exit(1);",
            "Packages.java.lang.Runtime.getRuntime().halt(1);",
            "globalThis.java_invoke('done', '', 'x');",
            "globalThis.mayflyLoop();",
            "host('a'.repeat(N * 100000), 'b');",
            "for (;;) host('again', 'x');",
            "host('echo', 'x'.repeat(N * 10000));",
            "host({toString: function () { for (;;); }}, 1);",
            "host('echo', {toString: function () { return host('echo', this); }});",
            "throw {get stack() { for (;;); }, toString: function () { for (;;); }};",
            "throw new Proxy({}, {get: function () { throw 1; }, getPrototypeOf: function () { for (;;); }});",
            "throw 'x'.repeat(N * 100000);",
            "var e = new Error('N'); e.stack = 'y'.repeat(N * 100000); throw e;",
            "return 'z'.repeat(N * 100000);",
            "return {toString: function () { return {}; }};",
            "return Symbol('N');",
            "var b = 2n ** BigInt(N * 100000); return (b * b).toString().length;",
            "var b = 3n; for (;;) b = b * b;",
            "new Intl.NumberFormat(); new SharedArrayBuffer(N * 1000000); Atomics.wait(new Int32Array(4), 0, 0);",
            "new WeakRef({}); new FinalizationRegistry(function () { for (;;); }).register({}, N);",
            "var d = new Date(NaN); d.setTime(N * 1e15); return d.toISOString();",
            "'\\ud800'.repeat(N).normalize('NFKD').localeCompare('\\udfff');",
            "return '\\u0000\\ud800\\n' + N;",
            "structuredClone({}); setTimeout(function () {}, N); queueMicrotask(function () { for (;;); });",
            "var x = {}; x.__proto__ = new Proxy({}, {set: function () { for (;;); }}); x.y = N;",
            "class A extends (function () { for (;;); }) {} new A();",
            "Array.from({length: N * 1000000}, function (v, k) { return k; });",
            "Array.prototype.concat.apply([], new Array(N * 10000).fill(new Array(1000).fill(0)));",
            "new Array(4294967295).map(function () { return 1; }); new Array(2 ** 32 - 1).indexOf(1);",
            "Object.assign({}, 'a'.repeat(N * 100000));",
            "String.raw({raw: {length: N * 10000000}}, 1);");

    /** Where it is done; DEED stands for it. */
    private static final List<String> PLACES = List.of(
            "DEED",
            "DEED",
            "DEED",
            "try { DEED } catch (e) { DEED }",
            "try { DEED } finally { DEED }",
            "while (true) { try { return (function () { DEED })(); } catch (e) {} }",
            "return (function () { DEED }).call(null);",
            "return eval('(function () {' + \"DEED\".replace(/N/g, 9) + '})()');",
            "return [1].map(function () { DEED })[0];",
            "return new Function('host', \"DEED\")(host);",
            "return {get x() { DEED }}.x;",
            "with ({}) { DEED }",
            "return (async function () { DEED })();",
            "new Promise(function (resolve) { DEED });",
            "switch (1) { default: DEED }");

    private HostileScripts() {}

    /** A function of {@code host}. */
    static String next(RandomGenerator random) {
        String deed = DEEDS.get(random.nextInt(DEEDS.size()));
        String place = PLACES.get(random.nextInt(PLACES.size()));
        String quoted = deed.replace("\\", "\\\\").replace("\"", "\\\"");
        String body = place.contains("\"DEED\"") ? place.replace("DEED", quoted) : place.replace("DEED", deed);
        String number = Integer.toString(1 + random.nextInt(100));
        return String.format(Locale.ROOT, "(function (host) { %s })", body.replaceAll("\\bN\\b", number));
    }
}
