// A server that is a replica set of its own: sessions whose writes belong together, streams of changes.
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { connect } from 'mongodb-data-service';
import { advance, now, run, show } from './support.mjs';

await run(async (uri, admin) => {
  const client = await new MongoClient(uri, { retryWrites: true }).connect();
  const shop = client.db('shop');
  await shop.collection('carts').createIndex({ seen: 1 }, { expireAfterSeconds: 60 });
  const { setName, isWritablePrimary, hosts } = await shop.command({ hello: 1 });
  show('set', setName, isWritablePrimary, hosts.length);

  const transfer = (fails) => client.withSession((session) => session.withTransaction(async () => {
    await shop.collection('accounts').updateOne({ _id: 'a' }, { $inc: { sum: -5 } }, { session, upsert: true });
    await shop.collection('accounts').updateOne({ _id: 'b' }, { $inc: { sum: 5 } }, { session, upsert: true });
    if (fails) {
      throw new Error('changed my mind');
    }
    return 'committed';
  }));
  show('transfer', await transfer(false), await transfer(true).catch((error) => error.message));
  show('accounts', await shop.collection('accounts').find().sort({ _id: 1 }).toArray());

  const stream = shop.collection('carts').watch([], { fullDocument: 'updateLookup' });
  const seen = [];
  const next = async () => {
    const change = await stream.next();
    seen.push([change.operationType, change.documentKey._id, change.fullDocument?.n ?? null]);
  };
  // The stream begins when it is first asked.
  const first = next();
  while (stream.cursor.id === undefined || stream.cursor.id === null) {
    await shop.command({ ping: 1 });
  }
  await shop.collection('carts').insertOne({ _id: 1, n: 1, seen: new Date(await now(admin)) });
  await first;
  await shop.collection('carts').updateOne({ _id: 1 }, { $inc: { n: 1 } });
  await next();
  await advance(admin, '2m');
  await next();
  await stream.close();
  show('changes', seen);

  await mongoose.connect(uri, { dbName: 'shop' });
  const Account = mongoose.model('Account', new mongoose.Schema({ _id: String, sum: Number }));
  await mongoose.connection.transaction(async (session) => {
    const account = await Account.findById('a').session(session);
    account.sum += 1;
    await account.save();
  });
  show('model', (await Account.findById('a')).sum);
  await mongoose.disconnect();

  const compass = await connect({ connectionOptions: { connectionString: uri } });
  const preview = await compass.previewUpdate('shop.accounts', { _id: 'b' }, { $inc: { sum: 1 } });
  show('preview', preview.changes, (await shop.collection('accounts').findOne({ _id: 'b' })).sum);
  await compass.disconnect();
  await client.close();
});
