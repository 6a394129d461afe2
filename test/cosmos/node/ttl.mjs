// Times to live as applications in JavaScript set them, with what other SDKs cannot send.
import { advance, run, show, refused } from './support.mjs';

await run(async (client, admin) => {
  const { database } = await client.databases.create({ id: 'ttl' });
  const definition = (more) => ({ id: 'sessions', partitionKey: { paths: ['/id'] }, ...more });
  for (const bad of [0, -10, 2147483648, 1.5, '60', true, {}, []]) {
    show(`default ${JSON.stringify(bad)}`, await refused(() => database.containers.create(definition({ defaultTtl: bad }))));
  }
  const { container } = await database.containers.create(definition({ defaultTtl: null }));
  show('off', (await container.read()).resource.defaultTtl === undefined);
  await container.items.create({ id: 'free', ttl: null });
  await container.replace(definition({ defaultTtl: 10 }));
  for (const bad of [null, 0, -10, 2147483648, 1.5, '60', true, {}, []]) {
    show(`ttl ${JSON.stringify(bad)}`, await refused(() => container.items.create({ id: 'bad', ttl: bad })));
  }
  await container.items.create({ id: 'short', ttl: 5 });
  await container.items.create({ id: 'forever', ttl: -1 });
  await container.items.create({ id: 'default' });
  const ids = async () => (await container.items.query('SELECT VALUE c.id FROM c ORDER BY c.id').fetchAll()).resources;
  show('at first', await ids());
  await advance(admin, '5s');
  show('after 5 s', await ids(), (await container.item('short', 'short').read()).statusCode);
  show('again', (await container.items.create({ id: 'short', ttl: 5 })).statusCode);
  await advance(admin, '5s');
  show('after 10 s', await ids());
  await container.items.create({ id: 'saved' });
  const { resource } = await container.read();
  resource.defaultTtl = null;
  await container.replace(resource);
  await advance(admin, '1h');
  // The items that the change from off had hidden are there again; those written after it and expired are not.
  show('off again', await ids());

  // Lifetimes that count from a property instead of the last write.
  const byProperty = (more) => ({ id: 'leads', partitionKey: { paths: ['/id'] }, ttlPropertyPath: '/at', ...more });
  show('without default', await refused(() => database.containers.create(byProperty({}))));
  const { container: leads } = await database.containers.create(byProperty({ defaultTtl: 10 }));
  const { resource: none } = await leads.items.create({ id: 'none' });
  await leads.items.create({ id: 'at', at: none._ts });
  await leads.items.create({ id: 'later', at: none._ts + 5 });
  await leads.items.create({ id: 'own', at: none._ts + 5, ttl: 1 });
  await leads.items.create({ id: 'text', at: String(none._ts) });
  const left = async () => (await leads.items.query('SELECT VALUE c.id FROM c ORDER BY c.id').fetchAll()).resources;
  show('by property', (await leads.read()).resource.ttlPropertyPath, await left());
  await advance(admin, '6s');
  show('own after 6 s', await left());
  await advance(admin, '4s');
  show('default after 10 s', await left());
  await leads.replace(byProperty({ defaultTtl: 100 }));
  await advance(admin, '94s');
  show('longer default', await left());
  await advance(admin, '1s');
  show('after 105 s', await left());
});
