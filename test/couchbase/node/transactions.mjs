// Transactions of the SDK for Node that mix operations on documents with statements.
import { couchbase, refused, run, show } from './support.mjs';

await run(async (cluster) => {
  const bucket = cluster.bucket('default');
  await bucket.collections().createScope('bank');
  await bucket.collections().createCollection('accounts', 'bank');
  const accounts = bucket.scope('bank').collection('accounts');
  const keyspace = 'default.bank.accounts';
  const all = async () => (await cluster.query(`SELECT RAW [META(a).id, a.n] FROM ${keyspace} a ORDER BY META(a).id`)).rows;
  await accounts.upsert('a', { n: 1 });
  await accounts.upsert('b', { n: 2 });

  await cluster.transactions().run(async (attempt) => {
    const a = await attempt.get(accounts, 'a');
    await attempt.replace(a, { n: 10 });
    await attempt.insert(accounts, 'c', { n: 3 });
    await attempt.query(`UPDATE ${keyspace} t SET t.n = t.n + 100 WHERE t.n >= 3`);
    await attempt.query(`DELETE FROM ${keyspace} t WHERE t.n = 2`);
    show('own changes', (await attempt.query(`SELECT RAW t.n FROM ${keyspace} t ORDER BY t.n`)).rows);
    show('outside', await all());
  });
  show('committed', await all());

  await cluster.transactions().run(async (attempt) => {
    await attempt.query(`UPDATE ${keyspace} t USE KEYS "a" SET t.n = 5`);
    const a = await attempt.get(accounts, 'a');
    show('read back', a.content);
    await attempt.replace(a, { n: 6 });
    await attempt.remove(await attempt.get(accounts, 'c'));
    await attempt.insert(accounts, 'd', { n: 7 });
  });
  show('operations behind a statement', await all());

  show('given up', await refused(() => cluster.transactions().run(async (attempt) => {
    await attempt.replace(await attempt.get(accounts, 'a'), { n: 1000 });
    await attempt.query(`DELETE FROM ${keyspace} t`);
    throw new Error('enough');
  })));
  show('as before', await all());
});
