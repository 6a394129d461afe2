// Models whose schemas say when their documents expire.
import mongoose from 'mongoose';
import { advance, now, run, show } from './support.mjs';

await run(async (uri, admin) => {
  await mongoose.connect(uri, { dbName: 'models' });
  const began = await now(admin);

  const Code = mongoose.model('Code', new mongoose.Schema({
    _id: String,
    createdAt: { type: Date, expires: '2m' },
  }));
  const User = mongoose.model('User', new mongoose.Schema({
    email: { type: String, unique: true, required: true },
    visits: { type: Number, default: 0 },
    tags: [String],
  }, { versionKey: '__v', optimisticConcurrency: true }));
  await Promise.all([Code.init(), User.init()]);
  const indexes = await Code.collection.indexes();
  show('indexes', indexes.map((index) => [index.name, index.expireAfterSeconds ?? null]));

  await Code.create([
    { _id: 'old', createdAt: new Date(began) },
    { _id: 'young', createdAt: new Date(began + 60_000) },
  ]);
  show('codes', (await Code.find().sort('_id')).map((code) => code.id));
  await advance(admin, '2m');
  show('after two minutes', (await Code.find().sort('_id')).map((code) => code.id));
  show('the old one', await Code.findById('old'));

  const ann = await User.create({ email: 'ann@example.org', tags: ['a'] });
  ann.visits += 1;
  ann.tags.push('b');
  await ann.save();
  const found = await User.findOne({ email: /^ann/ }).lean();
  show('user', found.visits, found.tags, found.__v);
  const again = await User.findOne({ email: 'ann@example.org' });
  await User.updateOne({ _id: again._id }, { $inc: { __v: 1 } });
  again.visits = 9;
  show('late writer', await again.save().then(() => 'saved', (error) => error.name));
  show('duplicate', await User.create({ email: 'ann@example.org' }).then(() => 'saved', (error) => error.code));
  show('populated', await User.countDocuments(), await User.exists({ email: 'nobody' }));

  // A later version of the application keeps its codes for longer.
  const Later = mongoose.model('Later', new mongoose.Schema({
    _id: String,
    createdAt: { type: Date, expires: '10m' },
  }, { autoIndex: false }), 'codes');
  show('synced', await Later.syncIndexes());
  show('indexes', (await Later.collection.indexes()).map((index) => [index.name, index.expireAfterSeconds ?? null]));
  await advance(admin, '10m');
  show('at last', await Later.countDocuments());
  await mongoose.disconnect();
});
