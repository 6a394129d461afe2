// What a function of MongoDB finds: the classes of BSON's values, and emit. Values come and go as JSON in which an object with the
// single name MARK stands for what JSON does not have: no name of BSON can be that one.
(function (host, evaluate) {
  'use strict';
  const MARK = String.fromCharCode(0);
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const isArray = Array.isArray;
  const keysOf = Object.keys;
  const DateOfKernel = Date;
  const RegExpOfKernel = RegExp;
  const NumberOfKernel = Number;
  const toText = String;
  const toBigInt = BigInt;

  class ObjectId {
    constructor(hex) {
      if (hex === undefined) {
        let made = Math.floor(DateOfKernel.now() / 1000).toString(16).padStart(8, '0');
        while (made.length < 24) {
          made += Math.floor(Math.random() * 16).toString(16);
        }
        hex = made;
      }
      if (typeof hex !== 'string' || !/^[0-9a-fA-F]{24}$/.test(hex)) {
        throw new Error('invalid object id: length');
      }
      this.str = hex.toLowerCase();
    }
    toString() {
      return 'ObjectId("' + this.str + '")';
    }
    valueOf() {
      return this.str;
    }
    equals(other) {
      return other instanceof ObjectId && other.str === this.str;
    }
    getTimestamp() {
      return new DateOfKernel(parseInt(this.str.slice(0, 8), 16) * 1000);
    }
    toJSON() {
      return { $oid: this.str };
    }
  }

  class NumberLong {
    constructor(value) {
      this.big = toBigInt.asIntN(64, toBigInt(value === undefined ? 0 : value));
    }
    toNumber() {
      return NumberOfKernel(this.big);
    }
    valueOf() {
      return NumberOfKernel(this.big);
    }
    toString() {
      return 'NumberLong(' + (this.big >= -2147483648n && this.big <= 2147483647n ? this.big : '"' + this.big + '"') + ')';
    }
    compare(other) {
      const right = other instanceof NumberLong ? other.big : toBigInt(other);
      return this.big < right ? -1 : this.big > right ? 1 : 0;
    }
    toJSON() {
      return { $numberLong: toText(this.big) };
    }
  }

  class NumberInt {
    constructor(value) {
      this.value = NumberOfKernel(value === undefined ? 0 : value) | 0;
    }
    toNumber() {
      return this.value;
    }
    valueOf() {
      return this.value;
    }
    toString() {
      return 'NumberInt(' + this.value + ')';
    }
    toJSON() {
      return this.value;
    }
  }

  class NumberDecimal {
    constructor(text) {
      this.text = toText(text === undefined ? '0' : text);
    }
    toString() {
      return 'NumberDecimal("' + this.text + '")';
    }
    toJSON() {
      return { $numberDecimal: this.text };
    }
  }

  class BinData {
    constructor(type, base64) {
      this.type = type;
      this.data = base64;
    }
    base64() {
      return this.data;
    }
    subtype() {
      return this.type;
    }
    toString() {
      return 'BinData(' + this.type + ',"' + this.data + '")';
    }
  }

  class Timestamp {
    constructor(t, i) {
      this.t = t || 0;
      this.i = i || 0;
    }
    toString() {
      return 'Timestamp(' + this.t + ', ' + this.i + ')';
    }
  }

  class MinKey {}
  class MaxKey {}

  class Code {
    constructor(code, scope) {
      this.code = code;
      this.scope = scope;
    }
  }

  class DBRef {
    constructor(ref, id, db) {
      this.$ref = ref;
      this.$id = id;
      if (db !== undefined) {
        this.$db = db;
      }
    }
  }

  // A class that may be called without new, as clients write it.
  function callable(type) {
    const made = function (...values) {
      return new type(...values);
    };
    made.prototype = type.prototype;
    return made;
  }

  Object.assign(globalThis, {
    ObjectId: callable(ObjectId),
    ObjectID: callable(ObjectId),
    NumberLong: callable(NumberLong),
    NumberInt: callable(NumberInt),
    NumberDecimal: callable(NumberDecimal),
    BinData: callable(BinData),
    Timestamp: callable(Timestamp),
    MinKey: callable(MinKey),
    MaxKey: callable(MaxKey),
    Code: callable(Code),
    DBRef: callable(DBRef),
    ISODate: (text) => (text === undefined ? new DateOfKernel() : new DateOfKernel(text)),
    isNumber: (value) => typeof value === 'number',
    isObject: (value) => value !== null && typeof value === 'object',
    isString: (value) => typeof value === 'string',
    tojson: (value) => stringify(value),
    tojsononeline: (value) => stringify(value),
    print: () => undefined,
    printjson: () => undefined,
    console: { log: () => undefined },
  });
  Array.sum = (values) => values.reduce((left, right) => left + right, 0);
  Array.avg = (values) => (values.length === 0 ? null : Array.sum(values) / values.length);
  Array.contains = (values, value) => values.includes(value);

  function special(text) {
    const value = text.slice(1);
    switch (text[0]) {
      case 'o':
        return new ObjectId(value);
      case 'l':
        return new NumberLong(value);
      case 'd':
        return new DateOfKernel(NumberOfKernel(value));
      case 'n':
        return value === 'NaN' ? NaN : value === '-0' ? -0 : value === 'Infinity' ? Infinity : -Infinity;
      case 'e':
        return new NumberDecimal(value);
      case 'b': {
        const at = value.indexOf(':');
        return new BinData(NumberOfKernel(value.slice(0, at)), value.slice(at + 1));
      }
      case 't': {
        const at = value.indexOf(':');
        return new Timestamp(NumberOfKernel(value.slice(0, at)), NumberOfKernel(value.slice(at + 1)));
      }
      case 'r': {
        const at = value.indexOf(':');
        try {
          return new RegExpOfKernel(value.slice(at + 1), value.slice(0, at).replace(/[^ims]/g, ''));
        } catch (foreign) {
          return null;
        }
      }
      case 'c':
        return new Code(value);
      case '<':
        return new MinKey();
      case '>':
        return new MaxKey();
      default:
        return undefined;
    }
  }

  function revive(value) {
    if (value === null || typeof value !== 'object') {
      return value;
    }
    if (isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        value[i] = revive(value[i]);
      }
      return value;
    }
    const names = keysOf(value);
    if (names.length === 1 && names[0] === MARK) {
      return special(value[MARK]);
    }
    for (const name of names) {
      const inner = value[name];
      if (inner !== null && typeof inner === 'object') {
        value[name] = revive(inner);
      }
    }
    return value;
  }

  function marked(text) {
    return { [MARK]: text };
  }

  function plain(value, depth) {
    if (depth > 150) {
      throw new Error('exceeded depth limit: the value is nested too deeply, or contains itself');
    }
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return marked('n' + (Object.is(value, -0) ? '-0' : value));
      case 'bigint':
        return marked('l' + toBigInt.asIntN(64, value));
      case 'undefined':
        return marked('u');
      case 'function':
        return marked('c' + value);
      case 'symbol':
        return marked('u');
      default:
        return value === null ? null : ofObject(value, depth);
    }
  }

  function ofObject(value, depth) {
    if (isArray(value)) {
      return value.map((element) => plain(element, depth + 1));
    }
    if (value instanceof DateOfKernel) {
      return marked('d' + value.getTime());
    }
    if (value instanceof RegExpOfKernel) {
      return marked('r' + value.flags + ':' + value.source);
    }
    if (value instanceof ObjectId) {
      return marked('o' + value.str);
    }
    if (value instanceof NumberLong) {
      return marked('l' + value.big);
    }
    if (value instanceof NumberInt) {
      return marked('i' + value.value);
    }
    if (value instanceof NumberDecimal) {
      return marked('e' + value.text);
    }
    if (value instanceof BinData) {
      return marked('b' + value.type + ':' + value.data);
    }
    if (value instanceof Timestamp) {
      return marked('t' + value.t + ':' + value.i);
    }
    if (value instanceof MinKey) {
      return marked('<');
    }
    if (value instanceof MaxKey) {
      return marked('>');
    }
    if (value instanceof Code) {
      return marked('c' + value.code);
    }
    const made = {};
    for (const name of keysOf(value)) {
      made[name] = plain(value[name], depth + 1);
    }
    return made;
  }

  // A function as it is written, or what one returns, or does.
  function functionOf(source) {
    const text = source.trim();
    if (/^(async\s+)?function\b/.test(text) || /^\(?[\w$,\s]*\)?\s*=>/.test(text)) {
      const made = evaluate('(' + text.replace(/;\s*$/, '') + '\n)');
      if (typeof made === 'function') {
        return made;
      }
    }
    return evaluate('(function () { ' + (/\breturn\b/.test(text) ? '' : 'return ') + text + '\n})');
  }

  const functions = new Map();
  let emitted = null;

  globalThis.sleep = function (milliseconds) {
    host('sleep', toText(NumberOfKernel(milliseconds)));
  };

  globalThis.emit = function (key, value) {
    if (emitted === null) {
      throw new Error('emit is there for map functions alone');
    }
    emitted.push({ k: key, v: value });
  };

  function parts(text) {
    const at = text.indexOf('\n');
    const task = revive(parse(text.slice(at + 1)));
    return [functions.get(text.slice(0, at)), task.self, task.args];
  }

  return {
    define(text) {
      const at = text.indexOf('\n');
      functions.set(text.slice(0, at), functionOf(text.slice(at + 1)));
      return '';
    },
    scope(text) {
      Object.assign(globalThis, revive(parse(text)));
      return '';
    },
    test(text) {
      const [called, self, values] = parts(text);
      return called.apply(self, values) ? '1' : '0';
    },
    evaluate(text) {
      const [called, self, values] = parts(text);
      return stringify(plain(called.apply(self, values), 0));
    },
    map(text) {
      const [called, self, values] = parts(text);
      emitted = [];
      try {
        called.apply(self, values);
        return stringify(plain(emitted, 0));
      } finally {
        emitted = null;
      }
    },
  };
})
