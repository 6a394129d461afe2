// A server for tests in Node: the methods of the JUnit extension, over HTTP. Copy this file; it needs Node 20 and nothing else.
import { spawn } from 'node:child_process';

export class Mayfly {
  #process;

  constructor(admin, process) {
    this.admin = admin;
    this.#process = process;
  }

  /** Starts a server in memory, on free ports, with a clock that stands still. */
  static async start({ launcher = './mayfly', faces = ['mongo'], clock = '2026-01-01T00:00:00Z', flags = [] } = {}) {
    const ports = ['mongo', 'cosmos', 'couchbase', 'kv', 'query', 'http'].flatMap(port => [`--${port}-port`, '0']);
    const child = spawn(launcher,
      ['serve', '--in-memory', '--clock', `virtual@${clock}`, '--face', [...faces, 'admin'].join(','), ...ports, ...flags],
      { stdio: ['ignore', 'pipe', 'inherit'] });
    let banner = '';
    for await (const chunk of child.stdout) {
      banner += chunk;
      const address = banner.match(/^ *admin .*(http:\S+)\n/m);
      if (address) {
        // Nobody reads its later output.
        child.stdout.on('error', () => {}).destroy();
        return new Mayfly(address[1], child);
      }
    }
    throw new Error('the server did not start');
  }

  /** A server that runs already, such as one in a container. */
  static at(admin) {
    return new Mayfly(admin, null);
  }

  async connectionString(face) {
    const { faces } = await this.#ask('GET', '/api/v1/status');
    return faces.find(each => each.face === face).connectionString;
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

  /** Ends a server that was started here. */
  async close() {
    if (this.#process && this.#process.exitCode === null) {
      const ended = new Promise(done => this.#process.once('exit', done));
      this.#process.kill();
      await ended;
    }
  }
}
