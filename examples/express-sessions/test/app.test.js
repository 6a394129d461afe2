import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Mayfly } from 'mayfly-test';
import { MongoClient } from 'mongodb';
import { basketApp } from '../app.js';

test('basket is forgotten half an hour after the last request', async () => {
  // The store dates sessions by the clock of this process, so the server's begins there.
  const mayfly = await Mayfly.start({ clock: new Date().toISOString() });
  const client = await new MongoClient(await mayfly.connectionString('mongo')).connect();
  const server = basketApp(client).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = `http://127.0.0.1:${server.address().port}`;
    let cookie = '';
    const ask = async (method, path) => {
      const answer = await fetch(address + path, { method, headers: { cookie } });
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return answer.json();
    };
    assert.deepEqual(await ask('POST', '/basket/tea'), ['tea']);
    await mayfly.advance('29m');
    assert.deepEqual(await ask('GET', '/basket'), ['tea']);
    const sessions = client.db('shop').collection('sessions');
    assert.equal(await sessions.countDocuments(), 1);
    await mayfly.advanceToNextExpiry();
    assert.equal(await sessions.countDocuments(), 0);
    assert.deepEqual(await ask('GET', '/basket'), []);
    assert.equal((await mayfly.events('mongo/shop/sessions')).length, 1);
  } finally {
    server.close();
    server.closeAllConnections();
    await client.close();
    await mayfly.close();
  }
});
