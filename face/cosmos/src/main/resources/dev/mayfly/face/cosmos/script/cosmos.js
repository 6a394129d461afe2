// What a script of Cosmos DB finds: the context with its collection, request and response, and the queries in JavaScript.
(function (host, evaluate) {
  'use strict';
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const now = Date.now;
  const isArray = Array.isArray;
  const LOG_MAX = 1 << 18;
  const PAGE = 100;
  const IDLE_TICKS = 200;

  const waiting = [];
  let deadline = 0;
  let accepts = true;
  let log = '';
  let aborted = null;

  const StandardError = Error;
  function NumberedError(first, second) {
    const numbered = typeof first === 'number' && arguments.length > 1;
    const made = Reflect.construct(StandardError, numbered ? [second] : [first], new.target || NumberedError);
    if (numbered) {
      made.number = first;
    }
    return made;
  }
  NumberedError.prototype = StandardError.prototype;
  NumberedError.prototype.constructor = NumberedError;
  globalThis.Error = NumberedError;

  globalThis.console = {
    log(...parts) {
      if (log.length < LOG_MAX) {
        log += parts.map((part) => (typeof part === 'string' ? part : stringify(part))).join(' ') + '\n';
      }
    },
  };

  // ---- A function from its source: the only one there is, or the first of several.
  function functionOf(source) {
    let made;
    try {
      made = evaluate('(' + source + '\n)');
    } catch (notOne) {
      if (!(notOne instanceof SyntaxError)) {
        throw notOne;
      }
    }
    if (typeof made === 'function') {
      return made;
    }
    evaluate(source);
    const named = /function\s*\*?\s*([A-Za-z_$][\w$]*)/.exec(source);
    made = named === null ? undefined : evaluate('typeof ' + named[1] + " === 'function' ? " + named[1] + ' : undefined');
    if (typeof made !== 'function') {
      throw new SyntaxError('The body of a script is a function.');
    }
    return made;
  }

  // ---- Operations of the collection are queued, and carried out once the function that asks for them has returned.
  function enqueue(operation, request, callback) {
    if (!accepts || now() >= deadline) {
      return false;
    }
    waiting.push({ operation, request: stringify(request), callback });
    return true;
  }

  function ask(operation, request) {
    const answer = parse(host(operation, request));
    accepts = accepts && answer.accepts;
    return answer;
  }

  function carryOut(entry) {
    const answer = entry.carry ? entry.carry() : ask(entry.operation, entry.request);
    const callback = entry.callback;
    if (answer.error) {
      if (typeof callback !== 'function') {
        const failure = new NumberedError(answer.error.number, answer.error.body);
        failure.body = answer.error.body;
        throw failure;
      }
      callback(answer.error, undefined, undefined);
    } else if (typeof callback === 'function') {
      callback(undefined, answer.resource, answer.options || {});
    }
  }

  async function drain() {
    for (let idle = 0; idle < IDLE_TICKS; idle++) {
      while (waiting.length > 0) {
        idle = 0;
        carryOut(waiting.shift());
        if (aborted !== null) {
          throw aborted.error;
        }
      }
      await null;
      if (aborted !== null) {
        throw aborted.error;
      }
    }
  }

  function withoutOptions(options, callback) {
    return typeof options === 'function' ? [{}, options] : [options || {}, callback];
  }

  function requireText(value, name) {
    if (typeof value !== 'string' || value === '') {
      throw new NumberedError(400, 'Invalid ' + name + ': a string is expected.');
    }
    return value;
  }

  function document(value) {
    const read = typeof value === 'string' ? parse(value) : value;
    if (read === null || typeof read !== 'object' || isArray(read)) {
      throw new NumberedError(400, 'Invalid document: an object is expected.');
    }
    return read;
  }

  function unsupported(name) {
    return () => {
      throw new NumberedError(400, name + ' is not supported: there are no attachments.');
    };
  }

  // ---- Queries in JavaScript: a chain of steps over the documents, page by page unless they are sorted.
  const STEPS = {
    filter: (rows, by) => rows.filter((row) => by(row) === true),
    map: (rows, by) => rows.map((row) => by(row)),
    pluck: (rows, name) => rows.map((row) => row[name]).filter((value) => value !== undefined),
    flatten: (rows, shallow) =>
      rows.filter(isArray).flatMap((row) => (shallow ? row : row.flat(Infinity))),
    unwind: (rows, [inner, make]) =>
      rows.flatMap((row) => (inner(row) || []).map((element) => (make ? make(row, element) : [row, element]))),
    sortBy: (rows, by) => sorted(rows, by, 1),
    sortByDescending: (rows, by) => sorted(rows, by, -1),
  };

  function sorted(rows, by, sign) {
    const key = typeof by === 'function' ? by : (row) => row;
    return rows
      .map((row) => [key(row), row])
      .sort(([left], [right]) => (left < right ? -sign : left > right ? sign : 0))
      .map(([, row]) => row);
  }

  function apply(steps, rows) {
    let made = rows;
    for (const [name, argument] of steps) {
      made = STEPS[name](made, argument);
    }
    return made;
  }

  function runChain(steps, options) {
    const size = options.pageSize > 0 ? options.pageSize : PAGE;
    const whole = steps.some(([name]) => name.startsWith('sort'));
    let continuation = options.continuation;
    let raw = [];
    let made = [];
    do {
      const answer = ask('queryDocuments', stringify({ query: 'SELECT * FROM c', pageSize: whole ? 1000 : size - made.length, continuation }));
      if (answer.error) {
        return answer;
      }
      continuation = answer.options.continuation;
      if (whole) {
        raw = raw.concat(answer.resource);
      } else {
        made = made.concat(apply(steps, answer.resource));
      }
    } while (continuation !== undefined && (whole || made.length < size));
    return { resource: whole ? apply(steps, raw) : made, options: { continuation } };
  }

  function startChain(steps, options, callback) {
    if (!accepts || now() >= deadline) {
      return { isAccepted: false };
    }
    const answered = { isAccepted: true };
    waiting.push({ callback, carry: () => runChain(steps, options) });
    return answered;
  }

  function chainOf(steps) {
    const chain = {
      value(options, callback) {
        // The callback stands first where there are both.
        const [given, called] = typeof options === 'function' ? [callback || {}, options] : [options || {}, callback];
        return startChain(steps, given, called);
      },
      unwind: (inner, make) => chainOf([...steps, ['unwind', [inner, make]]]),
    };
    for (const name of ['filter', 'map', 'pluck', 'flatten', 'sortBy', 'sortByDescending']) {
      chain[name] = (argument) => chainOf([...steps, [name, argument]]);
    }
    return chain;
  }

  function direct(name) {
    return (argument, options, callback) => {
      let [first, given, called] = [argument, options, callback];
      if ((name === 'flatten' || name.startsWith('sort')) && typeof argument === 'object') {
        [first, given, called] = [undefined, argument, options];
      }
      const [settings, back] = withoutOptions(given, called);
      return startChain([[name, first]], settings, back);
    };
  }

  function collectionOf(links) {
    const collection = {
      getSelfLink: () => links.self,
      getAltLink: () => links.alt,
      createDocument(link, body, options, callback) {
        requireText(link, 'collection link');
        const [given, called] = withoutOptions(options, callback);
        return enqueue('createDocument', { document: document(body), options: given }, called);
      },
      upsertDocument(link, body, options, callback) {
        requireText(link, 'collection link');
        const [given, called] = withoutOptions(options, callback);
        return enqueue('upsertDocument', { document: document(body), options: given }, called);
      },
      readDocument(link, options, callback) {
        const [given, called] = withoutOptions(options, callback);
        return enqueue('readDocument', { link: requireText(link, 'document link'), options: given }, called);
      },
      replaceDocument(link, body, options, callback) {
        const [given, called] = withoutOptions(options, callback);
        const request = { link: requireText(link, 'document link'), document: document(body), options: given };
        return enqueue('replaceDocument', request, called);
      },
      deleteDocument(link, options, callback) {
        const [given, called] = withoutOptions(options, callback);
        return enqueue('deleteDocument', { link: requireText(link, 'document link'), options: given }, called);
      },
      queryDocuments(link, query, options, callback) {
        requireText(link, 'collection link');
        const [given, called] = withoutOptions(options, callback);
        const asked = typeof query === 'string' ? { query } : { query: query.query, parameters: query.parameters };
        return enqueue('queryDocuments', { ...asked, pageSize: given.pageSize, continuation: given.continuation }, called);
      },
      readDocuments(link, options, callback) {
        return collection.queryDocuments(link, 'SELECT * FROM c', options, callback);
      },
      chain: () => chainOf([]),
      unwind(inner, make, options, callback) {
        const [maker, given, called] = typeof make === 'function' && make.length === 2 ? [make, options, callback] : [null, make, options];
        const [settings, back] = withoutOptions(given, called);
        return startChain([['unwind', [inner, maker]]], settings, back);
      },
    };
    for (const name of ['filter', 'map', 'pluck', 'flatten', 'sortBy', 'sortByDescending']) {
      collection[name] = direct(name);
    }
    for (const name of ['createAttachment', 'readAttachment', 'replaceAttachment', 'deleteAttachment', 'queryAttachments', 'readAttachments', 'upsertAttachment']) {
      collection[name] = unsupported(name);
    }
    return collection;
  }

  function messageOf(initial, operation) {
    const values = {};
    let body = initial;
    let isSet = false;
    return {
      message: {
        getBody: () => body,
        setBody(next) {
          body = next;
          isSet = true;
        },
        appendBody(more) {
          body = (body === undefined ? '' : body) + more;
          isSet = true;
        },
        getValue: (name) => values[name],
        setValue(name, value) {
          values[name] = value;
        },
        appendValue(name, value) {
          values[name] = (values[name] === undefined ? '' : values[name]) + value;
        },
        getOperationType: () => operation,
      },
      isSet: () => isSet,
      body: () => body,
    };
  }

  function prepare(task, request, response) {
    const collection = collectionOf(task.links);
    const context = {
      getCollection: () => collection,
      abort(error) {
        aborted = { error: error === undefined ? new NumberedError('The script was aborted.') : error };
        throw aborted.error;
      },
    };
    if (request) {
      context.getRequest = () => request.message;
    }
    if (response) {
      context.getResponse = () => response.message;
    }
    globalThis.getContext = () => context;
    const short = Object.create(collection);
    Object.assign(short, context, { request: request && request.message, response: response && response.message });
    globalThis.__ = short;
    aborted = null;
    accepts = true;
    log = '';
    waiting.length = 0;
    deadline = now() + task.acceptMillis;
  }

  function spoken(thrown) {
    let message = '';
    let stack = '';
    let number = 0;
    try {
      message = thrown !== null && typeof thrown === 'object' && !(thrown instanceof StandardError) ? stringify(thrown) : String(thrown);
      stack = String((thrown && thrown.stack) || '');
      number = Number(thrown && thrown.number) || 0;
    } catch (unspeakable) {
      // It does not say what it is.
    }
    return { message, stack, number };
  }

  async function run(task, work) {
    try {
      const result = await work();
      return stringify({ result, log });
    } catch (thrown) {
      return stringify({ failed: spoken(thrown), log });
    }
  }

  const functions = new Map();

  return {
    procedure(text) {
      const task = parse(text);
      const response = messageOf('');
      return run(task, async () => {
        prepare(task, messageOf(undefined, 'Execute'), response);
        functionOf(task.body)(...task.parameters);
        await drain();
        const body = response.body();
        return stringify(body === undefined ? '' : body);
      });
    },
    before(text) {
      const task = parse(text);
      const request = messageOf(task.document, task.operation);
      return run(task, async () => {
        prepare(task, request, null);
        functionOf(task.body)();
        await drain();
        const body = request.body();
        return typeof body === 'string' ? body : stringify(body);
      });
    },
    after(text) {
      const task = parse(text);
      const response = messageOf(task.result, task.operation);
      return run(task, async () => {
        prepare(task, messageOf(task.document, task.operation), response);
        functionOf(task.body)();
        await drain();
        return response.isSet() ? stringify(response.body()) : undefined;
      });
    },
    define(text) {
      const at = text.indexOf('\n');
      functions.set(text.slice(0, at), functionOf(text.slice(at + 1)));
      return '';
    },
    evaluate(text) {
      const at = text.indexOf('\n');
      const values = parse(text.slice(at + 1)).map((value) => (value.length === 0 ? undefined : value[0]));
      const result = functions.get(text.slice(0, at))(...values);
      return result === undefined ? '' : stringify(result);
    },
  };
})
