// A web application that keeps its sessions in the store for express.
import express from 'express';
import session from 'express-session';
import { MongoStore } from 'connect-mongo';
import { MongoClient } from 'mongodb';
import { advance, now, run, show } from './support.mjs';

await run(async (uri, admin) => {
  // The store dates its sessions by this process's clock, so the server's is brought to it first.
  await fetch(`${admin}/api/v1/clock/set?to=${new Date().toISOString()}`, { method: 'POST' });
  const client = await new MongoClient(uri).connect();
  const store = MongoStore.create({ client, dbName: 'web', ttl: 600, autoRemove: 'native' });
  const app = express();
  app.use(session({ secret: 'a secret', resave: false, saveUninitialized: false, store }));
  app.get('/', (request, response) => {
    request.session.visits = (request.session.visits ?? 0) + 1;
    response.json(request.session.visits);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;

  let cookie = '';
  const visit = async () => {
    const answer = await fetch(address, { headers: { cookie } });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer.json();
  };
  show('visits', await visit(), await visit(), await visit());
  const sessions = client.db('web').collection('sessions');
  show('indexes', (await sessions.indexes()).map((index) => [index.key, index.expireAfterSeconds ?? null]));
  show('kept', await sessions.countDocuments());
  const left = (await sessions.findOne()).expires.getTime() - await now(admin);
  // Real time went on meanwhile, and the server's stood.
  show('dies in ten minutes', left >= 600_000 && left < 700_000);

  await advance(admin, '9m');
  show('nine minutes later', await visit());
  await advance(admin, '601s');
  show('later still', await sessions.countDocuments(), await visit());
  server.close();
  server.closeAllConnections();
  await store.close();
  await client.close();
});
