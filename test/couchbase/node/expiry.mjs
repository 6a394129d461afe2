// Expiry as applications in JavaScript set it.
import { advance, couchbase, refused, run, show } from './support.mjs';

await run(async (cluster, admin) => {
  const bucket = cluster.bucket('default');
  const sessions = bucket.defaultCollection();
  const there = async (key) => (await sessions.exists(key)).exists;
  const expiry = async (key) => (await sessions.get(key, { withExpiry: true })).expiryTime;

  await sessions.upsert('ten', { n: 1 }, { expiry: 10 });
  await sessions.upsert('forever', { n: 1 });
  const first = await expiry('ten');
  show('times', first > 0, (await expiry('forever')) ?? 0);
  await sessions.upsert('ten', { n: 2 }, { preserveExpiry: true });
  show('preserved', (await expiry('ten')) === first);
  await sessions.mutateIn('ten', [couchbase.MutateInSpec.increment('n', 1)], { preserveExpiry: true });
  show('part preserved', (await expiry('ten')) === first);
  await sessions.binary().increment('count', 1, { initial: 1, expiry: 5 });
  await sessions.touch('forever', 30);
  show('touched', (await expiry('forever')) - first);
  await sessions.getAndTouch('forever', 0);
  show('cleared', (await expiry('forever')) ?? 0);
  await advance(admin, '6s');
  show('after 6 s', await there('ten'), await there('count'));
  await advance(admin, '5s');
  show('after 11 s', await there('ten'), await there('forever'), await refused(() => sessions.touch('ten', 10)));

  await bucket.collections().createCollection('short', '_default', { maxExpiry: 20 });
  const short = bucket.collection('short');
  await short.upsert('capped', { n: 1 }, { expiry: 100 });
  await short.upsert('given', { n: 1 });
  await cluster.query('UPSERT INTO default._default.short VALUES ("queried", {"n": 1}, {"expiration": 5})');
  const alive = async () => {
    const keys = ['capped', 'given', 'queried'];
    const found = await Promise.all(keys.map((key) => short.exists(key)));
    return keys.filter((_, at) => found[at].exists);
  };
  show('capped', await alive());
  await advance(admin, '6s');
  show('after 6 s', await alive());
  await advance(admin, '15s');
  show('after 21 s', await alive());
});
