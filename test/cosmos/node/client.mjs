// The SDK from construction to close: resources, items, batches, queries.
import { run, show, refused } from './support.mjs';

await run(async (client) => {
  show('account', (await client.getDatabaseAccount()).resource.consistencyPolicy);
  const { database, statusCode } = await client.databases.createIfNotExists({ id: 'shop' });
  show('database', statusCode, (await client.databases.createIfNotExists({ id: 'shop' })).statusCode);
  show('databases', (await client.databases.readAll().fetchAll()).resources.map((each) => each.id));
  show('queried', (await client.databases.query('SELECT * FROM root r WHERE r.id = "shop"').fetchAll()).resources.length);

  const definition = { id: 'carts', partitionKey: { paths: ['/owner'], version: 2 }, defaultTtl: -1 };
  const made = await database.containers.create(definition, { offerThroughput: 400 });
  const carts = made.container;
  show('container', made.statusCode, made.resource.defaultTtl, made.resource.partitionKey);
  show('again', await refused(() => database.containers.create(definition)));

  const created = await carts.items.create({ id: '1', owner: 'ann', total: 12, lines: [{ sku: 'a', n: 2 }] });
  show('created', created.statusCode, created.resource.total, created.requestCharge > 0, created.etag === created.resource._etag);
  show('conflict', await refused(() => carts.items.create({ id: '1', owner: 'ann' })));
  const item = carts.item('1', 'ann');
  show('read', (await item.read()).resource.lines);
  show('missing', (await carts.item('2', 'ann').read()).statusCode);
  show('upserted', (await carts.items.upsert({ id: '1', owner: 'ann', total: 13 })).statusCode);
  show('upserted new', (await carts.items.upsert({ id: '2', owner: 'ben', total: 1 })).statusCode);
  const stale = { type: 'IfMatch', condition: created.etag };
  show('stale', await refused(() => item.replace({ id: '1', owner: 'ann' }, { accessCondition: stale })));
  show('patched', (await item.patch([{ op: 'incr', path: '/total', value: 7 }, { op: 'add', path: '/note', value: 'x' }])).resource.total);
  const condition = { condition: 'from c where c.total = 20', operations: [{ op: 'remove', path: '/note' }] };
  show('patched if', (await item.patch(condition)).resource.note === undefined);
  show('not patched', await refused(() => item.patch({ ...condition, condition: 'from c where c.total = 0' })));
  const etag = (await item.read()).etag;
  show('unchanged', (await item.read({ accessCondition: { type: 'IfNoneMatch', condition: etag } })).statusCode);

  const batch = await carts.items.batch([
    { operationType: 'Create', resourceBody: { id: '3', owner: 'ann', total: 5 } },
    { operationType: 'Read', id: '1' },
    { operationType: 'Patch', id: '3', resourceBody: { operations: [{ op: 'set', path: '/total', value: 6 }] } },
  ], 'ann');
  show('batch', batch.code, batch.result.map((each) => each.statusCode));
  const failed = await carts.items.batch([
    { operationType: 'Create', resourceBody: { id: '4', owner: 'ann' } },
    { operationType: 'Create', resourceBody: { id: '1', owner: 'ann' } },
  ], 'ann');
  show('failed batch', failed.code, failed.result.map((each) => each.statusCode));
  const bulk = await carts.items.executeBulkOperations(
    [...Array(40).keys()].map((n) => ({
      operationType: 'Create', partitionKey: `p${n % 4}`, resourceBody: { id: `b${n}`, owner: `p${n % 4}`, n },
    })));
  show('bulk', bulk.filter((each) => each.response?.statusCode === 201).length);

  const all = (text, options) => carts.items.query(text, options).fetchAll().then((answer) => answer.resources);
  show('count', await all('SELECT VALUE COUNT(1) FROM c'));
  show('one partition', await all('SELECT VALUE c.id FROM c ORDER BY c.id', { partitionKey: 'ann' }));
  show('parameters', await all({ query: 'SELECT c.id, c.total FROM c WHERE c.total > @t ORDER BY c.total DESC', parameters: [{ name: '@t', value: 1 }] }));
  const groups = await all('SELECT c.owner, COUNT(1) AS n, MAX(c.n) AS most FROM c WHERE IS_DEFINED(c.n) GROUP BY c.owner');
  show('aggregates', groups.map((each) => `${each.owner} ${each.n} ${each.most}`).sort());
  show('mistake', await refused(() => all('SELECT * FORM c')));
  const measured = await carts.items.query('SELECT * FROM c WHERE c.total > 1', { populateIndexMetrics: true }).fetchAll();
  show('index metrics', JSON.parse(measured.indexMetrics).UtilizedIndexes);
  const pages = [];
  for await (const page of carts.items.query('SELECT * FROM c ORDER BY c._ts', { maxItemCount: 10 }).getAsyncIterator()) {
    pages.push(page.resources.length);
  }
  show('paged', pages.reduce((sum, size) => sum + size, 0), Math.max(...pages) <= 10);
  show('feed', (await carts.items.readAll({ maxItemCount: 10 }).fetchAll()).resources.length);

  show('offer', (await carts.readOffer()).resource.content.offerThroughput);
  const { user } = await database.users.create({ id: 'ann' });
  const permission = await user.permissions.create({ id: 'reads', permissionMode: 'read', resource: carts.url });
  show('permission', permission.resource.permissionMode, permission.resource._token.startsWith('type=resource'));
  show('deleted', (await item.delete()).statusCode, await refused(() => item.delete()));
  show('gone', (await carts.delete()).statusCode, (await database.delete()).statusCode);
});
