// The change feed, as the SDK reads it on: from the beginning, from now, from where it stopped.
import { ChangeFeedMode, ChangeFeedPolicy, ChangeFeedRetentionTimeSpan, ChangeFeedStartFrom } from '@azure/cosmos';
import { advance, run, show } from './support.mjs';

await run(async (client, admin) => {
  const { database } = await client.databases.create({ id: 'feed' });
  const { container } = await database.containers.create({ id: 'orders', partitionKey: { paths: ['/customer'] }, defaultTtl: -1 });
  const put = (id, customer, more) => container.items.upsert({ id, customer, ...more });
  await put('1', 'ann');
  await put('2', 'ben');
  await put('gone', 'ann', { ttl: 5 });
  await advance(admin, '5s');

  /** Reads to the end; answers the ids, and where to go on. */
  const read = async (start) => {
    const ids = [];
    const iterator = container.items.getChangeFeedIterator({ changeFeedStartFrom: start, maxItemCount: 1 });
    for await (const page of iterator.getAsyncIterator()) {
      if (page.statusCode === 304) {
        return { ids: ids.sort(), next: page.continuationToken };
      }
      ids.push(...page.result.map((each) => each.id));
    }
    return { ids };
  };
  const first = await read(ChangeFeedStartFrom.Beginning());
  show('beginning', first.ids);
  const now = await read(ChangeFeedStartFrom.Now());
  show('now', now.ids);
  await put('3', 'ann');
  await put('1', 'ann', { total: 2 });
  show('on', (await read(ChangeFeedStartFrom.Continuation(first.next))).ids);
  show('since now', (await read(ChangeFeedStartFrom.Continuation(now.next))).ids);
  show('partition', (await read(ChangeFeedStartFrom.Beginning('ben'))).ids);
  show('range', (await read(ChangeFeedStartFrom.Beginning((await container.getFeedRanges())[0]))).ids);

  // All versions and deletes, of a container that keeps them.
  const { container: kept } = await database.containers.create({
    id: 'kept',
    partitionKey: { paths: ['/customer'] },
    defaultTtl: -1,
    changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(10)),
  });
  const iterator = kept.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Now(),
    changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes,
  });
  show('nothing yet', (await iterator.readNext()).statusCode);
  await kept.items.create({ id: '1', customer: 'ann', total: 1 });
  await kept.items.upsert({ id: '1', customer: 'ann', total: 2 });
  await kept.item('1', 'ann').delete();
  await kept.items.create({ id: '2', customer: 'ben', ttl: 5 });
  await advance(admin, '5s');
  const all = await iterator.readNext();
  for (const each of all.result) {
    const { operationType, timeToLiveExpired, previousImageLSN, lsn } = each.metadata;
    const image = each.current ?? each.previous;
    show(operationType, [image.id, timeToLiveExpired ?? null, previousImageLSN < lsn, image._lsn <= lsn]);
  }
  show('nothing more', (await iterator.readNext()).statusCode);
});
