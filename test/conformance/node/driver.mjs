// The official driver: what an application with sessions does in its first hour.
import { MongoClient, MongoServerError, ObjectId } from 'mongodb';
import { advance, run, show } from './support.mjs';

await run(async (uri, admin) => {
  const client = new MongoClient(uri, { compressors: ['zlib'] });
  await client.connect();
  const shop = client.db('shop');
  const sessions = shop.collection('sessions');
  const { localTime } = await client.db('admin').command({ hello: 1 });
  const now = localTime.getTime();
  show('index', await sessions.createIndex({ seen: 1 }, { expireAfterSeconds: 60 }));
  const inserted = await sessions.insertMany([
    { _id: 'a', user: 'ann', seen: new Date(now) },
    { _id: 'b', user: 'bob', seen: new Date(now + 60_000) },
    { _id: 'c', user: 'cid' },
  ]);
  show('inserted', inserted.insertedCount, inserted.insertedIds);
  const generated = await shop.collection('other').insertOne({ n: 1 });
  show('generated id', generated.insertedId instanceof ObjectId);

  show('page', await sessions.find({}, { projection: { user: 1, _id: 0 } }).sort({ user: -1 }).toArray());
  show('one by one', await names(sessions.find().batchSize(1)));
  show('touched', (await sessions.updateOne({ _id: 'a' }, { $set: { n: 1 }, $inc: { visits: 2 } })).modifiedCount);
  show('upserted', (await sessions.updateOne({ _id: 'd' }, { $set: { user: 'dan' } }, { upsert: true })).upsertedId);
  show('found and changed', await sessions.findOneAndUpdate({ _id: 'd' }, { $set: { user: 'eve' } }, { returnDocument: 'after' }));
  show('bulk', (await sessions.bulkWrite([
    { insertOne: { document: { _id: 'e' } } },
    { deleteOne: { filter: { _id: 'e' } } },
    { updateMany: { filter: { user: { $exists: true } }, update: { $set: { ok: true } } } },
  ])).modifiedCount);
  show('distinct', await sessions.distinct('user'));
  show('grouped', await sessions.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray());
  try {
    await sessions.insertOne({ _id: 'a' });
  } catch (error) {
    show('refused', error instanceof MongoServerError, error.code, error.message);
  }

  await advance(admin, '60s');
  show('after a minute', await names(sessions.find().sort({ _id: 1 })));
  await advance(admin, '60s');
  show('after two', await names(sessions.find().sort({ _id: 1 })), await sessions.countDocuments());
  show('monitor', (await client.db('admin').command({ serverStatus: 1 })).metrics.ttl.deletedDocuments);

  const session = client.startSession();
  await sessions.insertOne({ _id: 'f' }, { session });
  show('in a session', await sessions.countDocuments({}, { session }));
  await session.endSession();
  show('collections', (await shop.listCollections().toArray()).map((each) => each.name).sort());
  await client.close();
});

async function names(cursor) {
  const found = [];
  for await (const each of cursor) {
    found.push(each._id);
  }
  return found.join(' ');
}
