// A server for tests in Node: the methods of mayfly-junit, over HTTP. Needs Node 20 and no package.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';

const PORTS = ['mongo', 'cosmos', 'couchbase', 'kv', 'query', 'http'];
const POLL_MILLIS = 50;

// Events are kept in the server's own time, however far that is wound.
const EVENTS_RETAIN = '36500d';

export class Mayfly {
  #process;

  constructor(admin, process) {
    this.admin = admin;
    this.#process = process;
  }

  /**
   * Starts a server in memory, on free ports, with a clock that stands still. It ends with this process, also where that is
   * killed.
   */
  static async start({ home, faces = ['mongo'], clock = '2026-01-01T00:00:00Z', flags = [] } = {}) {
    const launcher = launcherOf(home ?? process.env.MAYFLY_HOME ?? '.');
    const child = spawn(launcher, [
      'serve', '--until-input-ends', '--in-memory', '--events-retain', EVENTS_RETAIN,
      '--clock', clock === 'system' ? clock : `virtual@${clock}`,
      '--face', [...new Set([...faces, 'admin'])].join(','),
      ...PORTS.flatMap(port => [`--${port}-port`, '0']),
      ...flags,
    ], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => {});
    const ended = new Promise((_, reject) => child.once('error', reject));
    return Promise.race([ended, Mayfly.#ready(child)]);
  }

  static async #ready(child) {
    let banner = '';
    for await (const chunk of child.stdout) {
      banner += chunk;
      const address = banner.match(/^ *admin .*(http:\S+)\n/m);
      if (address) {
        // Nobody reads its later output, and it does not keep this process alive.
        child.stdout.on('error', () => {}).destroy();
        child.unref();
        child.stdin.unref?.();
        return new Mayfly(address[1], child);
      }
    }
    throw new Error('the server did not start; it has said why on standard error');
  }

  /** A server that runs already, such as one in a container. */
  static at(admin) {
    return new Mayfly(admin, null);
  }

  /** What clients of a face connect to: of 'mongo', 'cosmos', 'couchbase' or 'admin'. */
  async connectionString(face) {
    const { faces } = await this.#ask('GET', '/api/v1/status');
    const found = faces.find(each => each.face === face);
    if (!found) {
      throw new Error(`the ${face} face does not listen`);
    }
    return found.connectionString;
  }

  async now() {
    return new Date((await this.#ask('GET', '/api/v1/clock')).now.iso);
  }

  /** Winds the clock, by '30m' or '7d'; when it returns, reads, sweeps and events agree. */
  async advance(duration) {
    await this.#ask('POST', `/api/v1/clock/advance?by=${encodeURIComponent(duration)}`);
  }

  async advanceTo(instant) {
    await this.#ask('POST', `/api/v1/clock/set?to=${encodeURIComponent(instant.toISOString())}`);
  }

  /** Winds to the next instant at which a document expires, and answers it; fails when none will. */
  async advanceToNextExpiry() {
    return new Date((await this.#ask('POST', '/api/v1/clock/set?to=next-expiry')).now.iso);
  }

  /**
   * Waits until a document has expired, and answers when: winds a virtual clock there, and looks again and again on the
   * machine's own. Fails when the document never expires, or is not there.
   */
  async waitForExpiry(collection, id, { timeoutMillis = 60_000 } = {}) {
    const { deadline, state } = await this.explain(collection, id);
    if (!deadline || state !== 'live') {
      throw new Error(`document ${id} of ${collection} will not expire`);
    }
    const end = new Date(deadline.iso);
    if ((await this.#ask('GET', '/api/v1/clock')).kind === 'virtual') {
      await this.advanceTo(end);
      return end;
    }
    const giveUp = Date.now() + timeoutMillis;
    while (await this.now() < end) {
      if (Date.now() > giveUp) {
        throw new Error(`document ${id} of ${collection} expires at ${deadline.iso}, later than was to be waited for`);
      }
      await new Promise(done => setTimeout(done, POLL_MILLIS));
    }
    return end;
  }

  /** Returns what has expired, in order: of all collections, or of one such as 'mongo/app/sessions'. */
  async events(collection) {
    const events = [];
    let next = '';
    do {
      const wanted = collection ? `collection=${encodeURIComponent(collection)}&` : '';
      const page = await this.#ask('GET', `/api/v1/events/list?${wanted}after=${encodeURIComponent(next)}`);
      events.push(...page.items);
      next = page.next;
    } while (next);
    return events.filter(event => event.kind === 'expired');
  }

  /** Why a document will expire, or never does. */
  async explain(collection, id) {
    return this.#ask('GET', `/api/v1/collections/${collection}/documents/${encodeURIComponent(id)}/explain`);
  }

  /** Returns what will expire if nothing changes. */
  async forecast(collection, next = '24h', bucket = '1h') {
    return this.#ask('GET', `/api/v1/collections/${collection}/forecast?from=0s&until=${next}&bucket=${bucket}`);
  }

  async #ask(method, path) {
    const response = await fetch(this.admin + path, { method });
    const body = await response.json();
    if (!response.ok) {
      throw new Error(body.error.message);
    }
    return body;
  }

  /** Stops a server that was started here. */
  async close() {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise(done => child.once('exit', done));
      child.ref();
      child.stdin.end();
      await ended;
    }
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    await this.close();
  }
}

/** The launcher of an unpacked release or of a checkout. */
function launcherOf(home) {
  const launcher = join(resolve(home), 'mayfly');
  try {
    accessSync(launcher, constants.X_OK);
  } catch {
    throw new Error(`there is no launcher ${launcher}; say where a release is unpacked by home or MAYFLY_HOME`);
  }
  return launcher;
}
