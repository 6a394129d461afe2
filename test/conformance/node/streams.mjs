// The official driver: an application that follows what happens to its sessions.
import { MongoClient } from 'mongodb';
import { advance, now, run, show } from './support.mjs';

await run(async (uri, admin) => {
  const client = new MongoClient(uri);
  await client.connect();
  const sessions = client.db('shop').collection('sessions');
  await sessions.createIndex({ seen: 1 }, { expireAfterSeconds: 60 });

  const stream = sessions.watch([], { fullDocument: 'updateLookup', maxAwaitTimeMS: 100 });
  await stream.tryNext();
  await sessions.insertOne({ _id: 'a', seen: new Date(await now(admin)) });
  await sessions.updateOne({ _id: 'a' }, { $set: { user: 'ann' } });
  show('inserted', told(await stream.next()));
  show('updated', told(await stream.next()));
  await advance(admin, '60s');
  const expired = await stream.next();
  show('expired', told(expired), expired.mayfly.reason, expired.mayfly.index);
  const token = stream.resumeToken;
  await stream.close();

  await sessions.insertOne({ _id: 'b' });
  const events = [];
  for await (const event of client.watch([{ $match: { 'ns.db': 'shop' } }], { resumeAfter: token })) {
    events.push(event.operationType);
    if (events.length === 1) {
      await sessions.drop();
    }
    if (event.operationType === 'drop') {
      break;
    }
  }
  show('resumed', events);
  await client.close();
});

function told({ operationType, documentKey, updateDescription, fullDocument }) {
  return [operationType, documentKey._id, updateDescription?.updatedFields, fullDocument?.user];
}
