// The official driver and mongoose: a shop that takes money and goods together.
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { run, show } from './support.mjs';

await run(async (uri) => {
  const client = new MongoClient(uri);
  await client.connect();
  const accounts = client.db('shop').collection('accounts');
  const orders = client.db('shop').collection('orders');
  await accounts.insertMany([{ _id: 'ann', balance: 100 }, { _id: 'shop', balance: 0 }]);

  const buy = (price) => client.withSession((session) => session.withTransaction(async () => {
    const paid = await accounts.updateOne(
      { _id: 'ann', balance: { $gte: price } }, { $inc: { balance: -price } }, { session });
    if (paid.modifiedCount === 0) {
      throw new Error('too expensive');
    }
    await accounts.updateOne({ _id: 'shop' }, { $inc: { balance: price } }, { session });
    await orders.insertOne({ price }, { session });
  }));
  await buy(30);
  await buy(90).catch((error) => show('refused', error.message));
  await Promise.all([buy(5), buy(5), buy(5), buy(5)]);
  show('accounts', await accounts.find().sort({ _id: 1 }).toArray());
  show('orders', (await orders.find().toArray()).map((order) => order.price).sort());

  const first = client.startSession();
  const second = client.startSession();
  first.startTransaction();
  second.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
  await accounts.updateOne({ _id: 'ann' }, { $set: { name: 'Ann' } }, { session: first });
  await accounts.updateOne({ _id: 'ann' }, { $set: { name: 'Anne' } }, { session: second })
    .catch((error) => show('conflict', error.code, error.codeName, error.errorLabels));
  await second.abortTransaction();
  await first.commitTransaction();
  show('name', (await accounts.findOne({ _id: 'ann' })).name);
  await first.endSession();
  await second.endSession();
  await client.close();

  await mongoose.connect(uri, { dbName: 'models' });
  const Seat = mongoose.model('Seat', new mongoose.Schema({ _id: String, taken: { type: Boolean, default: false } }));
  await Seat.init();
  await mongoose.connection.transaction(async (session) => {
    await Seat.create([{ _id: '1a' }, { _id: '1b' }], { session, ordered: true });
    const seat = await Seat.findById('1a').session(session);
    seat.taken = true;
    await seat.save();
  });
  await mongoose.connection.transaction(async (session) => {
    await Seat.updateOne({ _id: '1b' }, { taken: true }).session(session);
    throw new Error('no money');
  }).catch((error) => show('rolled back', error.message));
  show('seats', (await Seat.find().sort('_id')).map((seat) => [seat.id, seat.taken]));
  await mongoose.disconnect();
});
