// The SDK from connection to end: key-value, parts of documents, managers, queries.
import { couchbase, refused, run, show } from './support.mjs';

await run(async (cluster) => {
  const bucket = cluster.bucket('default');
  const carts = bucket.defaultCollection();
  const ping = await cluster.ping();
  show('ping', Object.keys(ping.services).sort());
  const diagnostics = await cluster.diagnostics();
  show('diagnostics', diagnostics.version > 0);

  const inserted = await carts.insert('a', { total: 12, lines: [{ sku: 'x', n: 2 }] });
  show('token', inserted.token !== undefined);
  show('again', await refused(() => carts.insert('a', {})));
  const read = await carts.get('a');
  show('read', read.content, read.cas.toString() === inserted.cas.toString());
  show('exists', (await carts.exists('a')).exists, (await carts.exists('b')).exists);
  show('missing', await refused(() => carts.get('b')));
  await carts.replace('a', { total: 13 }, { cas: read.cas });
  show('stale', await refused(() => carts.replace('a', { total: 14 }, { cas: read.cas })));
  await carts.upsert('a', { total: 15, lines: [1, 2] }, { durabilityLevel: couchbase.DurabilityLevel.Majority });
  show('counter', (await carts.binary().increment('n', 5, { initial: 10 })).value, (await carts.binary().decrement('n', 3)).value);
  await carts.upsert('raw', Buffer.from('mid'));
  await carts.binary().append('raw', Buffer.from('>'));
  await carts.binary().prepend('raw', Buffer.from('<'));
  show('bytes', (await carts.get('raw')).content.toString());
  const locked = await carts.getAndLock('a', 10);
  show('locked', await refused(() => carts.unlock('a', read.cas)));
  await carts.unlock('a', locked.cas);

  const { LookupInSpec, MutateInSpec } = couchbase;
  await carts.mutateIn('a', [
    MutateInSpec.upsert('by', 'ann'), MutateInSpec.increment('total', 5), MutateInSpec.arrayAppend('lines', 3),
    MutateInSpec.upsert('_note', { n: 1 }, { xattr: true }),
  ]);
  const found = await carts.lookupIn('a', [
    LookupInSpec.get('_note.n', { xattr: true }), LookupInSpec.get('total'), LookupInSpec.count('lines'), LookupInSpec.exists('none'),
  ]);
  show('parts', found.content.map((each) => each.value));
  show('projected', (await carts.get('a', { project: ['total', 'by'] })).content);

  const buckets = cluster.buckets();
  await buckets.createBucket({ name: 'shop', ramQuotaMB: 100, maxExpiry: 60, flushEnabled: true });
  const settings = await buckets.getBucket('shop');
  show('bucket', settings.name, settings.ramQuotaMB, settings.maxExpiry, settings.flushEnabled, settings.bucketType);
  show('twice', await refused(() => buckets.createBucket({ name: 'shop', ramQuotaMB: 100 })));
  show('buckets', (await buckets.getAllBuckets()).map((each) => each.name).sort());
  await buckets.updateBucket({ ...settings, maxExpiry: 0 });
  show('without expiry', (await buckets.getBucket('shop')).maxExpiry);
  await buckets.flushBucket('shop');
  await buckets.dropBucket('shop');
  show('dropped', await refused(() => buckets.getBucket('shop')));

  const collections = bucket.collections();
  await collections.createScope('store');
  await collections.createCollection('items', 'store', { maxExpiry: 30 });
  show('collection', await refused(() => collections.createCollection('items', 'store')));
  const scopes = await collections.getAllScopes();
  show('scopes', scopes.find((each) => each.name === 'store').collections.map((each) => [each.name, each.maxExpiry]));
  const items = bucket.scope('store').collection('items');
  await items.upsert('i', { n: 1 });
  show('item', (await items.get('i')).content);

  await items.queryIndexes().createPrimaryIndex();
  await items.queryIndexes().createIndex('byN', ['n']);
  show('indexes', (await items.queryIndexes().getAllIndexes()).map((each) => each.name).sort());
  const rows = await cluster.query('SELECT i.n FROM default.store.items i WHERE i.n = $1', {
    parameters: [1], metrics: true, scanConsistency: couchbase.QueryScanConsistency.RequestPlus,
  });
  show('rows', rows.rows, rows.meta.metrics.resultCount, rows.meta.status);
  const named = await bucket.scope('store').query('SELECT RAW META(i).id FROM items i WHERE i.n > $least', { parameters: { least: 0 } });
  show('named', named.rows);
  show('prepared', (await cluster.query('SELECT RAW 1 + 1', { adhoc: false })).rows);
  show('mistake', await refused(() => cluster.query('SELEKT 1')));
  await collections.dropCollection('items', 'store');
  await collections.dropScope('store');

  const users = cluster.users();
  await users.upsertUser({ username: 'ann', password: 'secret of ann', roles: [{ name: 'admin' }] });
  show('user', (await users.getUser('ann')).username);
  await users.dropUser('ann');
  show('no user', await refused(() => users.getUser('ann')));
  await carts.remove('a');
  show('removed', await refused(() => carts.remove('a')));
});
