// The part of Compass that talks to servers: what it asks for each of its pages.
import { connect } from 'mongodb-data-service';
import { run, show } from './support.mjs';

await run(async (uri) => {
  const compass = await connect({ connectionOptions: { connectionString: uri } });
  show('connected', compass.isConnected(), compass.isWritable(), compass.isMongos(), compass.getCurrentTopologyType());
  const instance = await compass.instance();
  show('server', instance.build.version.split('.')[0], instance.build.isEnterprise, instance.genuineMongoDB.isGenuine,
    instance.dataLake.isDataLake, instance.isAtlas, instance.featureCompatibilityVersion);
  show('host', typeof instance.host.arch, typeof instance.host.memory_bits);
  show('login', instance.auth);

  await compass.createCollection('shop.visits', {});
  show('inserted', (await compass.insertMany('shop.visits', [...Array(60).keys()].map((n) => ({ _id: n, n: n % 3 })))).insertedCount);
  show('index', await compass.createIndex('shop.visits', { seen: 1 }, { expireAfterSeconds: 60, name: 'ends' }));
  show('databases', (await compass.listDatabases()).map((each) => each.name).filter((name) => name === 'shop'));
  const collections = await compass.listCollections('shop');
  show('collections', collections.map((each) => [each.name, each.type, each.readonly]));
  const { storage_size, index_size, ...database } = await compass.databaseStats('shop');
  show('database', database.collection_count, database.document_count, storage_size >= 0, index_size >= 0);
  const statistics = await compass.collectionStats('shop', 'visits', 'collection');
  show('collection', statistics.ns, statistics.document_count, statistics.index_count, statistics.capped, statistics.avg_document_size > 0);
  const information = await compass.collectionInfo('shop', 'visits');
  show('options', information.name, information.type, information.validation);
  show('indexes', (await compass.indexes('shop.visits', {})).map((each) => [each.name, each.type, each.properties, each.extra]));
  show('changed', await compass.updateCollection('shop.visits', { index: { name: 'ends', expireAfterSeconds: 90 } }));

  show('page', await compass.find('shop.visits', { n: 1 }, { limit: 2, sort: { _id: -1 }, projection: { _id: 1 } }));
  show('count', await compass.count('shop.visits', { n: 1 }), await compass.estimatedCount('shop.visits'));
  show('sample', (await compass.sample('shop.visits', { size: 5 })).length);
  const plan = await compass.explainFind('shop.visits', { _id: 3 }, {}, { explainVerbosity: 'executionStats' });
  show('plan', plan.queryPlanner.namespace, plan.executionStats.totalDocsExamined);
  const steps = await compass.explainAggregate('shop.visits', [{ $match: { n: 1 } }], {}, { explainVerbosity: 'queryPlanner' });
  show('steps', 'queryPlanner' in steps || 'stages' in steps);
  show('grouped', await compass.aggregate('shop.visits', [{ $group: { _id: '$n', n: { $sum: 1 } } }, { $sort: { _id: 1 } }]));
  show('updated', await compass.findOneAndUpdate('shop.visits', { _id: 1 }, { $set: { n: 9 } }, { returnDocument: 'after' }));
  show('replaced', await compass.findOneAndReplace('shop.visits', { _id: 1 }, { n: 8 }, { returnDocument: 'after' }));
  // It is shown in a transaction, which Compass does without where there is no replica set.
  show('preview', await compass.previewUpdate('shop.visits', { _id: 2 }, { $inc: { n: 1 } }).catch((error) => error.code));
  show('deleted', (await compass.deleteOne('shop.visits', { _id: 1 })).deletedCount);
  show('search', await compass.isListSearchIndexesSupported('shop.visits'));
  show('status', typeof (await compass.serverStatus()).uptime);
  show('top', 'totals' in await compass.top());
  show('running', Array.isArray((await compass.currentOp()).inprog));
  show('renamed', (await compass.renameCollection('shop.visits', 'seen')).collectionName);
  show('dropped index', (await compass.dropIndex('shop.seen', 'ends')).ok);
  show('dropped', await compass.dropCollection('shop.seen'), await compass.dropDatabase('shop'));
  await compass.disconnect();
});
