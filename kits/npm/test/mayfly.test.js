// Starts servers from the release that MAYFLY_HOME names: node --test
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Mayfly } from '../index.js';

const COLLECTION = 'couchbase/default/_default._default';
const authorization = `Basic ${Buffer.from('Administrator:password').toString('base64')}`;

async function query(mayfly, statement) {
  const management = (await mayfly.connectionString('couchbase')).match(/([^,/]+)=manager/)[1];
  const map = await (await fetch(`http://${management}/pools/default/nodeServices`, { headers: { authorization } })).json();
  const response = await fetch(`http://127.0.0.1:${map.nodesExt[0].services.n1ql}/query/service`,
    { method: 'POST', headers: { authorization }, body: new URLSearchParams({ statement }) });
  return (await response.json()).results;
}

async function insert(mayfly, key, seconds) {
  await query(mayfly, `INSERT INTO default (KEY, VALUE, OPTIONS) VALUES ("${key}", {"a": 1}, {"expiration": ${seconds}})`);
}

async function withServer(options, body) {
  const mayfly = await Mayfly.start(options);
  try {
    await body(mayfly);
  } finally {
    await mayfly.close();
  }
}

test('a document dies at its deadline', () => withServer({ faces: ['couchbase'] }, async mayfly => {
  assert.equal((await mayfly.now()).toISOString(), '2026-01-01T00:00:00.000Z');
  await insert(mayfly, 'ann', 1800);
  await insert(mayfly, 'bob', 3600);
  assert.equal((await mayfly.explain(COLLECTION, 'ann')).state, 'live');
  const { buckets } = await mayfly.forecast(COLLECTION);
  assert.equal(buckets.reduce((sum, each) => sum + each.documents, 0), 2);
  const end = await mayfly.waitForExpiry(COLLECTION, 'ann');
  assert.deepEqual(await mayfly.now(), end);
  assert.deepEqual(await query(mayfly, 'SELECT RAW d FROM default d'), [{ a: 1 }]);
  await assert.rejects(mayfly.waitForExpiry(COLLECTION, 'ann'));
  await mayfly.advanceToNextExpiry();
  await mayfly.advance('1h');
  await mayfly.advanceTo(new Date((await mayfly.now()).getTime() + 86_400_000));
  assert.deepEqual((await mayfly.events(COLLECTION)).map(each => each.key), ['ann', 'bob']);
  await assert.rejects(mayfly.advanceToNextExpiry(), /no document will expire/);
  await assert.rejects(mayfly.connectionString('cosmos'), /does not listen/);
}));

test('the machine\'s clock is waited for', () => withServer({ faces: ['couchbase'], clock: 'system' }, async mayfly => {
  await insert(mayfly, 'soon', 1);
  await insert(mayfly, 'late', 3600);
  assert.ok(await mayfly.waitForExpiry(COLLECTION, 'soon') <= await mayfly.now());
  await assert.rejects(mayfly.waitForExpiry(COLLECTION, 'late', { timeoutMillis: -1 }), /later than was to be waited for/);
}));

test('a server ends with a process that is killed', async () => {
  const script = `
    import { Mayfly } from './index.js';
    await Mayfly.start();
    console.log('started');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = text(child.stderr);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  // The server has inherited standard error, so its end is the end of the server.
  assert.equal(await errors, '');
});

test('a folder without a launcher is refused', async () => {
  await assert.rejects(Mayfly.start({ home: '/nowhere' }), /there is no launcher/);
});

test('a server that does not start says so', async () => {
  await assert.rejects(Mayfly.start({ flags: ['--nonsense'] }), /did not start/);
});
